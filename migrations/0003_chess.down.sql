ALTER TABLE satellites DROP COLUMN first_colour;

ALTER TABLE entrants DROP COLUMN byes;
