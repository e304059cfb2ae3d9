-- A number of a stock count can be taken back: as a whole, or some of its pieces.

ALTER TABLE "stock_count_entries"
  ALTER COLUMN "counted" DROP NOT NULL, ALTER COLUMN "total" DROP NOT NULL, ALTER COLUMN "stock" DROP NOT NULL;

-- A product without a number may have had one before.
ALTER TABLE stock_count_products
  DROP CONSTRAINT stock_count_products_whole_number,
  ADD CONSTRAINT stock_count_products_whole_number CHECK (
    num_nonnulls(counted, began_stock, stock, movement_id, counted_by_id, counted_at) IN (0, 6)
    AND (counted IS NULL OR entries > 0)
  );

ALTER TABLE stock_count_entries
  DROP CONSTRAINT stock_count_entries_counted_0_to_1000000000,
  ADD CONSTRAINT stock_count_entries_counted_up_to_1000000000 CHECK (counted BETWEEN -1000000000 AND 1000000000),
  ADD CONSTRAINT stock_count_entries_total_0_to_1000000000 CHECK (total BETWEEN 0 AND 1000000000),
  ADD CONSTRAINT stock_count_entries_whole_number CHECK (num_nonnulls(counted, total, stock) IN (0, 3)),
  ADD CONSTRAINT stock_count_entries_number_fits_mode CHECK (
    CASE mode WHEN 'add' THEN counted IS NOT NULL ELSE counted IS NULL OR counted >= 0 END
  );

-- A count that was finished before it was discarded is reopened as finished.
CREATE OR REPLACE FUNCTION post_count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account integer := CASE NEW.state WHEN 'posted' THEN NEW.posted_by_id WHEN 'undone' THEN NEW.undone_by_id
    WHEN 'discarded' THEN NEW.discarded_by_id ELSE acting_account() END;
BEGIN
  INSERT INTO activities (at, user_id, by_command_line, action, resource, record_id, record_name)
    VALUES (clock_timestamp(), account, account IS NULL,
      CASE WHEN NEW.state IN ('posted', 'undone', 'discarded') THEN NEW.state ELSE 'reopened' END,
      'stock-counts', NEW.id, coalesce(NEW.name, ''));
  RETURN NULL;
END
$$;
