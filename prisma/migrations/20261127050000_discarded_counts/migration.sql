-- A count that was started by mistake is discarded, and can be reopened with its numbers.

ALTER TABLE "stock_counts" ADD COLUMN "discarded_by_id" INTEGER, ADD COLUMN "discarded_at" TIMESTAMPTZ(3);
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_discarded_by_id_fkey" FOREIGN KEY ("discarded_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A discarded count keeps whether it was finished.
ALTER TABLE stock_counts
  DROP CONSTRAINT stock_counts_state_known,
  ADD CONSTRAINT stock_counts_state_known CHECK (state IN ('open', 'finished', 'posted', 'undone', 'discarded')),
  DROP CONSTRAINT stock_counts_steps_of_the_state,
  ADD CONSTRAINT stock_counts_steps_of_the_state CHECK (
    CASE state WHEN 'open' THEN finished_at IS NULL WHEN 'discarded' THEN true ELSE finished_at IS NOT NULL END
    AND (finished_by_id IS NULL) = (finished_at IS NULL)
    AND (posted_at IS NOT NULL) = (state IN ('posted', 'undone')) AND (posted_by_id IS NULL) = (posted_at IS NULL)
    AND num_nonnulls(posted_at, posted_through, differing, units, value) IN (0, 5)
    AND (undone_at IS NOT NULL) = (state = 'undone') AND (undone_by_id IS NULL) = (undone_at IS NULL)
    AND (discarded_at IS NOT NULL) = (state = 'discarded') AND (discarded_by_id IS NULL) = (discarded_at IS NULL)
  );

ALTER TABLE activities
  DROP CONSTRAINT activities_action_known,
  ADD CONSTRAINT activities_action_known CHECK (action IN
    ('created', 'changed', 'deleted', 'restored', 'signed-in', 'signed-out', 'ended', 'posted', 'undone', 'discarded',
     'reopened')),
  DROP CONSTRAINT activities_resource_known,
  ADD CONSTRAINT activities_resource_known CHECK (resource IN
    ('customers', 'suppliers', 'categories', 'expense-categories', 'expenses', 'products', 'sales', 'purchases',
     'returns', 'stock-counts', 'users', 'shop'));

-- What corrects the stock or ends a count. Its start and its numbers are kept in the count.
CREATE OR REPLACE FUNCTION post_count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account integer := CASE NEW.state WHEN 'posted' THEN NEW.posted_by_id WHEN 'undone' THEN NEW.undone_by_id
    WHEN 'discarded' THEN NEW.discarded_by_id ELSE acting_account() END;
BEGIN
  INSERT INTO activities (at, user_id, by_command_line, action, resource, record_id, record_name)
    VALUES (clock_timestamp(), account, account IS NULL, CASE NEW.state WHEN 'open' THEN 'reopened' ELSE NEW.state END,
      'stock-counts', NEW.id, coalesce(NEW.name, ''));
  RETURN NULL;
END
$$;

CREATE TRIGGER stock_counts_activity AFTER UPDATE OF state ON stock_counts FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state IN ('posted', 'undone', 'discarded') OR OLD.state = 'discarded'))
  EXECUTE FUNCTION post_count_activity();
