DROP TABLE bank_seen;
DROP TABLE bank_lines;
DROP TABLE bank_statements;
DROP TABLE bank_mappings;
DROP TABLE bank_accounts;
DROP PROCEDURE nast_protect_bank(regclass);
