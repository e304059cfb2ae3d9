-- Closed books: nothing dated on or before books.closed_through is recorded, changed, deleted or restored (decision 064).
-- A backup is loaded, and a shop is reset, with these triggers disabled.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- The first instant after a day in a time zone, as in days-to-instants.ts: if clocks go back over midnight, PostgreSQL
-- picks the later one of two midnights, and the reports begin the next day at the earlier one.
CREATE OR REPLACE FUNCTION end_of_day(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT midnight - greatest(interval '0',
    ((midnight - interval '1 microsecond') AT TIME ZONE zone) + interval '1 microsecond' - (day + 1)::timestamp)
  FROM (SELECT (day + 1)::timestamp AT TIME ZONE zone AS midnight) AS next_day
$$;

-- The lock makes this write wait for a move of the date, and a move of the date wait for this transaction. Its number
-- is that of advisory-locks.ts. The second statement reads what was committed before it, so the date after the wait.
-- A transaction that keeps one snapshot locks the row instead: it fails with a conflict if the date has moved since.
-- The lock is an expression of IF, because PERFORM costs a sale more.
CREATE OR REPLACE FUNCTION is_day_closed(day date) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF pg_advisory_xact_lock_shared(72707376) IS NULL
    OR current_setting('transaction_isolation') IN ('repeatable read', 'serializable')
  THEN
    PERFORM FROM books FOR SHARE;
  END IF;
  RETURN EXISTS (SELECT FROM books WHERE closed_through >= day);
END
$$;

CREATE OR REPLACE FUNCTION is_instant_closed(instant timestamptz) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- Takes the lock.
  PERFORM is_day_closed(NULL);
  RETURN EXISTS (SELECT FROM books WHERE instant < end_of_day(closed_through, time_zone));
END
$$;

-- The preview of an import has it too.
CREATE OR REPLACE FUNCTION books_closed_sentence() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'The books are closed up to ' || to_char(closed_through, 'DD Mon YYYY') || '.' FROM books
$$;

CREATE OR REPLACE FUNCTION raise_books_closed(source text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING MESSAGE = books_closed_sentence(),
      ERRCODE = 'BK001',
      TABLE = source,
      CONSTRAINT = 'books_closed',
      HINT = 'The owner can move the date in the profile.';
END
$$;

-- The condition of the trigger has found a closed day.
CREATE OR REPLACE FUNCTION refuse_in_closed_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM raise_books_closed(TG_TABLE_NAME);
  RETURN NULL;
END
$$;

-- Checks the earliest day of all rows before and after a statement: a bulk deletion changes thousands.
CREATE OR REPLACE FUNCTION refuse_changes_in_closed_books() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  earliest date;
BEGIN
  IF TG_TABLE_NAME = 'sales' THEN
    SELECT min(day) INTO earliest
      FROM (SELECT sale_date FROM old_rows UNION ALL SELECT sale_date FROM new_rows) AS touched (day);
  ELSIF TG_TABLE_NAME = 'purchases' THEN
    SELECT min(day) INTO earliest
      FROM (SELECT purchase_date FROM old_rows UNION ALL SELECT purchase_date FROM new_rows) AS touched (day);
  ELSE
    SELECT min(day) INTO earliest
      FROM (SELECT return_date FROM old_rows UNION ALL SELECT return_date FROM new_rows) AS touched (day);
  END IF;
  IF is_day_closed(earliest) THEN
    PERFORM raise_books_closed(TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;

-- The same for expenses, which have an instant. Nothing else refuses their TRUNCATE.
CREATE OR REPLACE FUNCTION refuse_expenses_in_closed_books() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  earliest timestamptz;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    SELECT min(created_at) INTO earliest FROM expenses;
  ELSE
    SELECT min(created_at) INTO earliest
      FROM (SELECT created_at FROM old_rows UNION ALL SELECT created_at FROM new_rows) AS touched;
  END IF;
  IF is_instant_closed(earliest) THEN
    PERFORM raise_books_closed(TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;

-- A return locks its products after its row, so it is checked at the end of its statement: until then, it could wait for a
-- sale that waits for a move of the date. A line may be added by hand to an older document.
CREATE OR REPLACE FUNCTION refuse_rows_in_closed_books() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  earliest date;
BEGIN
  IF TG_TABLE_NAME = 'returns' THEN
    SELECT min(return_date) INTO earliest FROM new_rows;
  ELSIF TG_TABLE_NAME = 'purchase_lines' THEN
    SELECT min(purchase_date) INTO earliest FROM purchases
      WHERE id = ANY(ARRAY(SELECT purchase_id FROM new_rows));
  ELSE
    SELECT min(return_date) INTO earliest FROM returns WHERE id = ANY(ARRAY(SELECT return_id FROM new_rows));
  END IF;
  IF is_day_closed(earliest) THEN
    PERFORM raise_books_closed(TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;

-- A condition costs a sale less than a call of a trigger, which PostgreSQL skips if the day is open. AFTER, so that the
-- unique key of a repeated request is found first. The names put them after the other triggers of their tables.
CREATE TRIGGER sales_within_open_books AFTER INSERT ON sales
  FOR EACH ROW WHEN (is_day_closed(NEW.sale_date)) EXECUTE FUNCTION refuse_in_closed_books();
CREATE TRIGGER purchases_within_open_books AFTER INSERT ON purchases
  FOR EACH ROW WHEN (is_day_closed(NEW.purchase_date)) EXECUTE FUNCTION refuse_in_closed_books();
CREATE TRIGGER returns_within_open_books AFTER INSERT ON returns
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_rows_in_closed_books();
CREATE TRIGGER expenses_within_open_books AFTER INSERT ON expenses
  FOR EACH ROW WHEN (is_instant_closed(NEW.created_at)) EXECUTE FUNCTION refuse_in_closed_books();
-- The count of a day is append-only, so only new ones are checked.
CREATE TRIGGER day_sheets_within_open_books AFTER INSERT ON day_sheets
  FOR EACH ROW WHEN (is_day_closed(NEW.day)) EXECUTE FUNCTION refuse_in_closed_books();
CREATE TRIGGER purchase_lines_within_open_books AFTER INSERT ON purchase_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_rows_in_closed_books();
CREATE TRIGGER return_lines_within_open_books AFTER INSERT ON return_lines
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_rows_in_closed_books();

-- A line that SQL adds to a sale of a closed day. The API records a sale with all its lines in one statement and says
-- stockie.api = on in its sessions, so its sales skip this check, which would cost each 14 us.
CREATE OR REPLACE FUNCTION refuse_sale_line_in_closed_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_day_closed((SELECT sale_date FROM sales WHERE id = NEW.sale_id)) THEN
    PERFORM raise_books_closed(TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER sale_lines_within_open_books AFTER INSERT ON sale_lines
  FOR EACH ROW WHEN (current_setting('stockie.api', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_sale_line_in_closed_books();

CREATE TRIGGER sales_within_open_books_changed AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changes_in_closed_books();
CREATE TRIGGER purchases_within_open_books_changed AFTER UPDATE ON purchases
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changes_in_closed_books();
CREATE TRIGGER returns_within_open_books_changed AFTER UPDATE ON returns
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_changes_in_closed_books();
CREATE TRIGGER expenses_within_open_books_changed AFTER UPDATE ON expenses
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_expenses_in_closed_books();

-- The API marks records as deleted, which is an update. These triggers refuse a DELETE by hand.
CREATE TRIGGER sales_within_open_books_deleted AFTER DELETE ON sales
  FOR EACH ROW WHEN (is_day_closed(OLD.sale_date)) EXECUTE FUNCTION refuse_in_closed_books();
CREATE TRIGGER purchases_within_open_books_deleted AFTER DELETE ON purchases
  FOR EACH ROW WHEN (is_day_closed(OLD.purchase_date)) EXECUTE FUNCTION refuse_in_closed_books();
CREATE TRIGGER returns_within_open_books_deleted AFTER DELETE ON returns
  FOR EACH ROW WHEN (is_day_closed(OLD.return_date)) EXECUTE FUNCTION refuse_in_closed_books();
CREATE TRIGGER expenses_within_open_books_deleted AFTER DELETE ON expenses
  FOR EACH ROW WHEN (is_instant_closed(OLD.created_at)) EXECUTE FUNCTION refuse_in_closed_books();
-- The lines of a document refuse the TRUNCATE of its table.
CREATE TRIGGER expenses_within_open_books_truncated BEFORE TRUNCATE ON expenses
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_expenses_in_closed_books();

-- Waits for the writes that are in progress. New writes queue behind it, so it waits two seconds at most: longer than
-- PostgreSQL takes to find out that a queued write holds what an earlier one needs, and lets it pass.
CREATE OR REPLACE FUNCTION lock_books() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(72707376);
  RETURN NULL;
END
$$;

CREATE TRIGGER books_lock BEFORE INSERT OR UPDATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION lock_books();

-- The moment is read after the wait: no write in the closed period has begun later (inv_records_closed_books).
CREATE OR REPLACE FUNCTION stamp_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END
$$;

-- Another time zone moves the end of the closed period for expenses.
CREATE TRIGGER books_moved BEFORE UPDATE OF closed_through, time_zone ON books
  FOR EACH ROW WHEN ((OLD.closed_through, OLD.time_zone) IS DISTINCT FROM (NEW.closed_through, NEW.time_zone))
  EXECUTE FUNCTION stamp_books();
CREATE TRIGGER books_version BEFORE UPDATE OF closed_through, version ON books
  FOR EACH ROW EXECUTE FUNCTION count_version();
CREATE TRIGGER books_activity AFTER UPDATE OF closed_through ON books
  FOR EACH ROW EXECUTE FUNCTION post_activity('books');

-- Without the row, the books would be open and no activity would tell it.
CREATE OR REPLACE FUNCTION refuse_books_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The row of books is never deleted: % is refused.', TG_OP
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'books_never_deleted',
      HINT = 'Set closed_through to NULL.';
END
$$;

CREATE TRIGGER books_never_deleted BEFORE DELETE OR TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_books_deletion();
