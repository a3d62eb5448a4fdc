-- name: CodesOfGames :many
SELECT * FROM result_codes
WHERE tenant_id = $1 AND satellite_id = $2 AND game_id = ANY(@games::uuid[])
ORDER BY game_id, side;

-- name: InsertCode :batchexec
INSERT INTO result_codes (tenant_id, satellite_id, game_id, side, entrant_id, code)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: DropCodesOfGame :exec
DELETE FROM result_codes WHERE tenant_id = $1 AND satellite_id = $2 AND game_id = $3;

-- name: FindCode :one
SELECT * FROM result_codes WHERE code = $1;

-- name: HasSatellite :one
SELECT EXISTS (SELECT FROM satellites WHERE tenant_id = $1 AND id = $2);
