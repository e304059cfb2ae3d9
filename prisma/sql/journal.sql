-- The journal: how and when every figure of the reports came about. It answers what the reports showed at any moment
-- of the past (decision 063).
--
-- An entry counts from the moment at which its transaction was committed. So the triggers here are deferred: they run
-- in the commit, after all waiting. All entries of a transaction have the same moment.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- The moment at which this transaction is committed. Until its end it holds a lock, which await_commits looks for.
CREATE OR REPLACE FUNCTION commit_moment() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  moment text := current_setting('stockie.commit_moment', true);
BEGIN
  IF moment IS NULL OR moment = '' THEN
    PERFORM pg_advisory_xact_lock_shared(72707377);
    moment := clock_timestamp();
    PERFORM set_config('stockie.commit_moment', moment, true);
  END IF;
  RETURN moment::timestamptz;
END
$$;

-- Waits until every transaction that counts from this moment or an earlier one is visible, at most two seconds: a commit
-- can wait much longer for a standby. Then no later read finds another entry before the moment.
CREATE OR REPLACE FUNCTION await_commits(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  deadline timestamptz := clock_timestamp() + interval '2 seconds';
  committing text[];
BEGIN
  IF moment > deadline THEN
    RETURN;
  END IF;
  PERFORM pg_sleep(extract(epoch FROM moment - clock_timestamp())) WHERE moment > clock_timestamp();
  LOOP
    SELECT array_agg(virtualtransaction) INTO committing FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 0 AND objid = 72707377 AND objsubid = 1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (committing IS NULL OR virtualtransaction = ANY(committing));
    EXIT WHEN committing IS NULL OR clock_timestamp() > deadline;
    PERFORM pg_sleep(0.001);
  END LOOP;
END
$$;

-- What a record adds to the reports, and on which day: no row if it is deleted. Only an expense has a moment, because
-- the database does not know the store's time zone.
CREATE OR REPLACE FUNCTION journal_figures(record sales)
  RETURNS TABLE (day date, moment timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT record.sale_date, NULL::timestamptz, record.total_amount, record.created_by_id WHERE record.deleted_at IS NULL
$$;
CREATE OR REPLACE FUNCTION journal_figures(record purchases)
  RETURNS TABLE (day date, moment timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT record.purchase_date, NULL::timestamptz, record.total_amount, record.created_by_id
  WHERE record.deleted_at IS NULL
$$;
CREATE OR REPLACE FUNCTION journal_figures(record returns)
  RETURNS TABLE (day date, moment timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT record.return_date, NULL::timestamptz, record.refund + record.shipping_refund, record.created_by_id
  WHERE record.deleted_at IS NULL
$$;
CREATE OR REPLACE FUNCTION journal_figures(record expenses)
  RETURNS TABLE (day date, moment timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT NULL::date, record.created_at, record.amount::numeric, NULL::integer WHERE record.deleted_at IS NULL
$$;

-- Enters what one row changed. A change that moves an expense to another day has two entries.
CREATE OR REPLACE FUNCTION enter_in_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was record;
  becomes record;
  actor integer;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO journal (at, day, moment, document_id, user_id, sign, source, action, amount)
      SELECT commit_moment(), day, moment, NEW.id, coalesce(created_by, acting_account()), 1, TG_TABLE_NAME, 'recorded',
        amount
      FROM journal_figures(NEW);
    RETURN NULL;
  END IF;
  SELECT * INTO was FROM journal_figures(OLD);
  IF TG_OP = 'UPDATE' THEN
    SELECT * INTO becomes FROM journal_figures(NEW);
    actor := NEW.deleted_by_id;
  ELSE
    becomes := NULL;
  END IF;
  INSERT INTO journal (at, day, moment, document_id, user_id, sign, source, action, amount)
    SELECT commit_moment(), day, moment, OLD.id, coalesce(actor, acting_account()), sum(counted), TG_TABLE_NAME,
      CASE WHEN becomes.amount IS NULL THEN 'deleted' WHEN was.amount IS NULL THEN 'restored' ELSE 'changed' END,
      sum(change)
    FROM (VALUES (was.day, was.moment, -was.amount, -1), (becomes.day, becomes.moment, becomes.amount, 1))
      AS moved (day, moment, change, counted)
    WHERE change IS NOT NULL AND (was.day, was.moment, was.amount) IS DISTINCT FROM
      (becomes.day, becomes.moment, becomes.amount)
    GROUP BY day, moment;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER sales_recorded_in_journal AFTER INSERT ON sales
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER sales_changed_in_journal AFTER UPDATE OR DELETE ON sales
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER purchases_recorded_in_journal AFTER INSERT ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER purchases_changed_in_journal AFTER UPDATE OR DELETE ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER returns_recorded_in_journal AFTER INSERT ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER returns_changed_in_journal AFTER UPDATE OR DELETE ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER expenses_recorded_in_journal AFTER INSERT ON expenses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();
CREATE CONSTRAINT TRIGGER expenses_changed_in_journal AFTER UPDATE OR DELETE ON expenses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enter_in_journal();

-- Keeps what a product or a category was, until this commit: the reports show names and skip deleted records.
CREATE OR REPLACE FUNCTION keep_former_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO former_records (until, source, record_id, is_there) VALUES (commit_moment(), TG_TABLE_NAME, NEW.id, false);
  ELSE
    INSERT INTO former_records (until, source, record_id, name, category_id, is_there)
      VALUES (commit_moment(), TG_TABLE_NAME, OLD.id, OLD.name, (to_jsonb(OLD) ->> 'category_id')::integer,
        OLD.deleted_at IS NULL);
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER products_created_in_history AFTER INSERT ON products
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_former_record();
CREATE CONSTRAINT TRIGGER products_changed_in_history AFTER UPDATE OF name, category_id, deleted_at ON products
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.category_id, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.category_id, NEW.deleted_at))
  EXECUTE FUNCTION keep_former_record();
CREATE CONSTRAINT TRIGGER categories_created_in_history AFTER INSERT ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_former_record();
CREATE CONSTRAINT TRIGGER categories_changed_in_history AFTER UPDATE OF name, deleted_at ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.name, OLD.deleted_at) IS DISTINCT FROM (NEW.name, NEW.deleted_at))
  EXECUTE FUNCTION keep_former_record();

-- Enters what happened before the journal, as far as the records tell: not how often a record was deleted and restored,
-- what an expense was before it was changed, and former names. For rows that were loaded without the triggers.
CREATE OR REPLACE FUNCTION enter_past_in_journal() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal (at, day, document_id, user_id, sign, source, action, amount)
    SELECT at, day, document_id, user_id, CASE action WHEN 'recorded' THEN 1 ELSE -1 END, source, action, amount FROM (
      SELECT created_at AS at, sale_date AS day, id AS document_id, created_by_id AS user_id, 'sales' AS source,
        'recorded' AS action, total_amount AS amount FROM sales
      UNION ALL
      SELECT deleted_at, sale_date, id, deleted_by_id, 'sales', 'deleted', -total_amount
      FROM sales WHERE deleted_at IS NOT NULL
      UNION ALL
      SELECT created_at, purchase_date, id, created_by_id, 'purchases', 'recorded', total_amount FROM purchases
      UNION ALL
      SELECT deleted_at, purchase_date, id, deleted_by_id, 'purchases', 'deleted', -total_amount
      FROM purchases WHERE deleted_at IS NOT NULL
      UNION ALL
      SELECT created_at, return_date, id, created_by_id, 'returns', 'recorded', refund + shipping_refund FROM returns
      UNION ALL
      SELECT deleted_at, return_date, id, deleted_by_id, 'returns', 'deleted', -refund - shipping_refund
      FROM returns WHERE deleted_at IS NOT NULL
    ) AS entry ORDER BY at;
  INSERT INTO journal (at, moment, document_id, user_id, sign, source, action, amount)
    SELECT entered_at, created_at, expenses.id, user_id, 1, 'expenses', 'recorded', amount
    FROM expenses LEFT JOIN activities
      ON resource = 'expenses' AND record_id = expenses.id AND action = 'created'
    UNION ALL
    SELECT deleted_at, created_at, id, deleted_by_id, -1, 'expenses', 'deleted', -amount
    FROM expenses WHERE deleted_at IS NOT NULL;
  INSERT INTO former_records (until, source, record_id, name, category_id, is_there)
    SELECT created_at, 'products', id, NULL, NULL, false FROM products
    UNION ALL
    SELECT deleted_at, 'products', id, name, category_id, true FROM products WHERE deleted_at IS NOT NULL
    UNION ALL
    SELECT created_at, 'categories', id, NULL, NULL, false FROM categories
    UNION ALL
    SELECT deleted_at, 'categories', id, name, NULL, true FROM categories WHERE deleted_at IS NOT NULL
    ORDER BY 1;
END
$$;

-- The past never changes.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The table % is append-only: % is refused.', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_append_only';
END
$$;

CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
CREATE TRIGGER former_records_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON former_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_change();
