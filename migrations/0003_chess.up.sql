-- Chess (C1-C3): the byes that a player has booked ahead, and the toss for the first board.

ALTER TABLE entrants ADD COLUMN byes jsonb NOT NULL DEFAULT '[]';

ALTER TABLE satellites
    ADD COLUMN first_colour text NOT NULL DEFAULT '' CHECK (first_colour IN ('', 'white', 'black'));
