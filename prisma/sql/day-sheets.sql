-- Cash counts at the end of a day. They are append-only: a correction is another count (decision 058).
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

CREATE OR REPLACE FUNCTION refuse_day_sheet_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The cash counts are append-only: % is refused.', TG_OP
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'day_sheets_append_only',
      HINT = 'Store another count of the same day.';
END
$$;

CREATE TRIGGER day_sheets_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON day_sheets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_day_sheet_change();
