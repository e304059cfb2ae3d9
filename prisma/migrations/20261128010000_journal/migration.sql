CREATE TABLE "journal" (
    "at" TIMESTAMPTZ(6) NOT NULL,
    "day" DATE,
    "expense_at" TIMESTAMPTZ(3),
    "document_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "sign" SMALLINT NOT NULL,
    "source" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "amount" DECIMAL(20,2) NOT NULL,
    CONSTRAINT "journal_source_known" CHECK ("source" IN ('sales', 'returns', 'purchases', 'expenses')),
    CONSTRAINT "journal_action_known" CHECK ("action" IN ('recorded', 'changed', 'deleted', 'restored')),
    CONSTRAINT "journal_day_or_expense" CHECK (num_nonnulls("day", "expense_at") = 1)
);

CREATE TABLE "former_records" (
    "id" BIGSERIAL NOT NULL,
    "until" TIMESTAMPTZ(6) NOT NULL,
    "source" TEXT NOT NULL,
    "record_id" INTEGER NOT NULL,
    "name" TEXT,
    "category_id" INTEGER,
    "is_there" BOOLEAN NOT NULL,
    CONSTRAINT "former_records_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "former_records_source_known" CHECK ("source" IN ('products', 'categories'))
);

CREATE TABLE "books" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "exact_since" TIMESTAMPTZ(3),
    CONSTRAINT "books_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "books_one_row" CHECK ("id" = 1)
);

CREATE INDEX "journal_at_idx" ON "journal"("at");
CREATE INDEX "former_records_until_idx" ON "former_records"("until");

-- The entries that were committed more than a day before or after the day that they are about, in any time zone: late and
-- postdated documents, and deletions of old ones. A report as of a moment looks for them among all entries.
CREATE INDEX "journal_other_days" ON "journal"("at")
  WHERE coalesce(day, (expense_at AT TIME ZONE 'UTC')::date)
    NOT BETWEEN (at AT TIME ZONE 'UTC')::date - 1 AND (at AT TIME ZONE 'UTC')::date + 1;

-- The moment at which this transaction is committed. From then until it is visible to others, it holds a lock, which the API
-- looks for. The moment is kept as a number: a text of a date depends on settings of the session.
CREATE OR REPLACE FUNCTION commit_moment() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  epoch text := current_setting('stockie.commit_moment', true);
BEGIN
  IF epoch IS NULL OR epoch = '' THEN
    PERFORM pg_advisory_xact_lock_shared(72707377);
    epoch := set_config('stockie.commit_moment', extract(epoch FROM clock_timestamp())::text, true);
  END IF;
  RETURN to_timestamp(epoch::double precision);
END
$$;

-- The amount that a record adds to the reports, and its day: no row if the record is deleted. An expense has its creation instead of
-- its day, because the database does not know the store's time zone.
CREATE OR REPLACE FUNCTION journal_figures(record sales)
  RETURNS TABLE (day date, expense_at timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT record.sale_date, NULL::timestamptz, record.total_amount, record.created_by_id WHERE record.deleted_at IS NULL
$$;
CREATE OR REPLACE FUNCTION journal_figures(record purchases)
  RETURNS TABLE (day date, expense_at timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT record.purchase_date, NULL::timestamptz, record.total_amount, record.created_by_id
  WHERE record.deleted_at IS NULL
$$;
CREATE OR REPLACE FUNCTION journal_figures(record returns)
  RETURNS TABLE (day date, expense_at timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT record.return_date, NULL::timestamptz, record.refund + record.shipping_refund, record.created_by_id
  WHERE record.deleted_at IS NULL
$$;
CREATE OR REPLACE FUNCTION journal_figures(record expenses)
  RETURNS TABLE (day date, expense_at timestamptz, amount numeric, created_by integer) LANGUAGE sql STABLE AS $$
  SELECT NULL::date, record.created_at, record.amount::numeric, NULL::integer WHERE record.deleted_at IS NULL
$$;

CREATE OR REPLACE FUNCTION recorded_in_journal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal (at, day, expense_at, document_id, user_id, sign, source, action, amount)
    SELECT commit_moment(), day, expense_at, NEW.id, coalesce(created_by, acting_account()), 1, TG_TABLE_NAME, 'recorded',
      amount
    FROM journal_figures(NEW);
  RETURN NULL;
END
$$;

-- Enters the difference between two versions of a row. If its day changed too, it takes the old version back and enters the
-- new one.
CREATE OR REPLACE FUNCTION changed_in_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_figures record;
  new_figures record;
  account integer;
BEGIN
  SELECT * INTO old_figures FROM journal_figures(OLD);
  IF TG_OP = 'UPDATE' THEN
    SELECT * INTO new_figures FROM journal_figures(NEW);
    account := NEW.deleted_by_id;
  ELSE
    SELECT * INTO new_figures FROM journal_figures(OLD) WHERE false;
  END IF;
  account := coalesce(account, acting_account());
  IF new_figures.amount IS NULL THEN
    INSERT INTO journal (at, day, expense_at, document_id, user_id, sign, source, action, amount)
      SELECT commit_moment(), old_figures.day, old_figures.expense_at, OLD.id, account, -1, TG_TABLE_NAME, 'deleted',
        -old_figures.amount
      WHERE old_figures.amount IS NOT NULL;
  ELSIF old_figures.amount IS NULL THEN
    INSERT INTO journal (at, day, expense_at, document_id, user_id, sign, source, action, amount)
      VALUES (commit_moment(), new_figures.day, new_figures.expense_at, OLD.id, account, 1, TG_TABLE_NAME, 'restored',
        new_figures.amount);
  ELSIF (old_figures.day, old_figures.expense_at) IS NOT DISTINCT FROM (new_figures.day, new_figures.expense_at) THEN
    INSERT INTO journal (at, day, expense_at, document_id, user_id, sign, source, action, amount)
      SELECT commit_moment(), old_figures.day, old_figures.expense_at, OLD.id, account, 0, TG_TABLE_NAME, 'changed',
        new_figures.amount - old_figures.amount
      WHERE new_figures.amount <> old_figures.amount;
  ELSE
    INSERT INTO journal (at, day, expense_at, document_id, user_id, sign, source, action, amount)
      VALUES (commit_moment(), old_figures.day, old_figures.expense_at, OLD.id, account, -1, TG_TABLE_NAME, 'changed',
          -old_figures.amount),
        (commit_moment(), new_figures.day, new_figures.expense_at, OLD.id, account, 1, TG_TABLE_NAME, 'changed',
          new_figures.amount);
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER sales_recorded_in_journal AFTER INSERT ON sales
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION recorded_in_journal();
CREATE CONSTRAINT TRIGGER sales_changed_in_journal AFTER UPDATE OF sale_date, total_amount, deleted_at ON sales
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION changed_in_journal();
CREATE CONSTRAINT TRIGGER purchases_recorded_in_journal AFTER INSERT ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION recorded_in_journal();
CREATE CONSTRAINT TRIGGER purchases_changed_in_journal AFTER UPDATE OF purchase_date, total_amount, deleted_at ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION changed_in_journal();
CREATE CONSTRAINT TRIGGER returns_recorded_in_journal AFTER INSERT ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION recorded_in_journal();
CREATE CONSTRAINT TRIGGER returns_changed_in_journal
  AFTER UPDATE OF return_date, refund, shipping_refund, deleted_at ON returns
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION changed_in_journal();
CREATE CONSTRAINT TRIGGER expenses_recorded_in_journal AFTER INSERT ON expenses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION recorded_in_journal();
CREATE CONSTRAINT TRIGGER expenses_changed_in_journal AFTER UPDATE OF created_at, amount, deleted_at ON expenses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION changed_in_journal();
-- A document cannot be deleted for good while it has lines. An expense can be, by SQL.
CREATE CONSTRAINT TRIGGER expenses_removed_in_journal AFTER DELETE ON expenses
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION changed_in_journal();

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
-- what an expense was before it was changed, and former names. For rows that came without these triggers.
CREATE OR REPLACE FUNCTION enter_past_in_journal() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM journal) OR EXISTS (SELECT FROM former_records) THEN
    RAISE EXCEPTION 'The journal already has entries.' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  INSERT INTO journal (at, day, expense_at, document_id, user_id, sign, source, action, amount)
    SELECT at, day, expense_at, document_id, user_id, CASE action WHEN 'recorded' THEN 1 ELSE -1 END, source, action,
      amount
    FROM (
      SELECT created_at AS at, sale_date AS day, NULL::timestamptz AS expense_at, id AS document_id,
        created_by_id AS user_id, 'sales' AS source, 'recorded' AS action, total_amount AS amount
      FROM sales
      UNION ALL
      SELECT deleted_at, sale_date, NULL, id, deleted_by_id, 'sales', 'deleted', -total_amount
      FROM sales WHERE deleted_at IS NOT NULL
      UNION ALL
      SELECT created_at, purchase_date, NULL, id, created_by_id, 'purchases', 'recorded', total_amount FROM purchases
      UNION ALL
      SELECT deleted_at, purchase_date, NULL, id, deleted_by_id, 'purchases', 'deleted', -total_amount
      FROM purchases WHERE deleted_at IS NOT NULL
      UNION ALL
      SELECT created_at, return_date, NULL, id, created_by_id, 'returns', 'recorded', refund + shipping_refund
      FROM returns
      UNION ALL
      SELECT deleted_at, return_date, NULL, id, deleted_by_id, 'returns', 'deleted', -refund - shipping_refund
      FROM returns WHERE deleted_at IS NOT NULL
      UNION ALL
      SELECT entered_at, NULL, created_at, expenses.id, user_id, 'expenses', 'recorded', amount
      FROM expenses LEFT JOIN (
        SELECT record_id, min(user_id) AS user_id FROM activities
        WHERE resource = 'expenses' AND action = 'created' GROUP BY record_id
      ) AS activity ON record_id = expenses.id
      UNION ALL
      SELECT deleted_at, NULL, created_at, id, deleted_by_id, 'expenses', 'deleted', -amount
      FROM expenses WHERE deleted_at IS NOT NULL
    ) AS entry ORDER BY at;
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

-- Documents and expenses whose entries do not add up to what they are now.
CREATE VIEW inv_journal_amounts AS
  SELECT source, document_id, day, expense_at, sum(sign) AS entered, sum(amount) AS entered_amount, sum(due) AS due,
    sum(due_amount) AS due_amount
  FROM (
    SELECT source, document_id, day, expense_at, sign, amount, 0 AS due, 0 AS due_amount FROM journal
    UNION ALL
    SELECT 'sales', id, sale_date, NULL, 0, 0, 1, total_amount FROM sales WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'purchases', id, purchase_date, NULL, 0, 0, 1, total_amount FROM purchases WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'returns', id, return_date, NULL, 0, 0, 1, refund + shipping_refund FROM returns WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'expenses', id, NULL, created_at, 0, 0, 1, amount FROM expenses WHERE deleted_at IS NULL
  ) AS entry
  GROUP BY source, document_id, day, expense_at HAVING sum(sign) <> sum(due) OR sum(amount) <> sum(due_amount);
COMMENT ON VIEW inv_journal_amounts IS
  'The journal of every sale, return, purchase and expense adds up to its present day and amount.';

SELECT enter_past_in_journal();
-- A new shop has no row: its journal is exact from the start.
INSERT INTO books (exact_since)
  SELECT clock_timestamp() WHERE EXISTS (SELECT FROM journal) OR EXISTS (SELECT FROM former_records);
