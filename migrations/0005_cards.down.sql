DROP TABLE card_movements, card_payouts, card_polls, card_looks, card_events, card_refunds, card_sessions;
