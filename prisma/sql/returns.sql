-- Returns: how much of a sale can still come back, and what is paid back for it (decision 057).
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- Locks a sale, and returns its lines with what can still be returned and refunded. No rows if the sale was deleted.
-- Each statement of this function reads what was committed before it, so a return that waited for the lock sees the
-- one that held it.
CREATE OR REPLACE FUNCTION lock_returns(sale integer) RETURNS TABLE (
  sale_line_id integer, product_id integer, product_name text, price integer, quantity_left bigint,
  goods_left numeric, shipping_left numeric
) LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM FROM sales WHERE id = sale AND deleted_at IS NULL FOR NO KEY UPDATE;
  RETURN QUERY
    WITH alive AS (
      SELECT id, refund, shipping_refund FROM returns WHERE sale_id = sale AND deleted_at IS NULL
    ), refunded AS (
      SELECT coalesce(sum(refund), 0) AS goods, coalesce(sum(shipping_refund), 0) AS shipping FROM alive
    )
    SELECT line.id, line.product_id, line.product_name, line.price,
      line.quantity - coalesce((
        SELECT sum(returned.quantity) FROM return_lines AS returned JOIN alive ON alive.id = return_id
        WHERE returned.sale_line_id = line.id
      ), 0),
      paid.goods - refunded.goods, total_amount - paid.goods - refunded.shipping
    FROM sales JOIN sale_lines AS line ON line.sale_id = sales.id, refunded,
      LATERAL (SELECT greatest(0, subtotal - discount) AS goods) AS paid
    WHERE sales.id = sale AND sales.deleted_at IS NULL;
END
$$;

-- Computes the refund of a new return, and checks a new or restored one. The refund for a part of the goods is the
-- same part of what was paid for them, rounded so that the refunds of all returns so far are exact to the cent. The
-- last return of a sale gets the rest. A return without lines has no share.
CREATE OR REPLACE FUNCTION settle_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sale sales;
  others record;
  paid numeric;
  due numeric;
BEGIN
  SELECT * INTO sale FROM sales WHERE id = NEW.sale_id FOR NO KEY UPDATE;
  IF sale.deleted_at IS NOT NULL THEN
    RAISE EXCEPTION 'The sale % is deleted.', sale.id
      USING ERRCODE = 'check_violation', TABLE = 'returns', CONSTRAINT = 'returns_of_sales_not_deleted';
  END IF;
  SELECT coalesce(sum(goods_value), 0) AS goods_value, coalesce(sum(proposed_refund), 0) AS proposed,
    coalesce(sum(refund), 0) AS refund, coalesce(sum(shipping_refund), 0) AS shipping
    INTO others FROM returns WHERE sale_id = NEW.sale_id AND deleted_at IS NULL AND id <> NEW.id;
  paid := greatest(0, sale.subtotal - sale.discount);
  IF NEW.goods_value = 0 THEN
    due := 0;
  ELSIF TG_OP = 'INSERT' THEN
    due := round(paid * (others.goods_value + NEW.goods_value) / sale.subtotal, 2) - others.proposed;
  ELSIF others.goods_value + NEW.goods_value >= sale.subtotal THEN
    due := paid - others.proposed;
  ELSE
    due := NEW.proposed_refund;
  END IF;
  due := greatest(0, least(due, paid - others.proposed));
  -- A refund that the staff member lowered or raised stays as it is.
  IF NEW.refund IS NULL OR TG_OP = 'UPDATE' AND NEW.refund = NEW.proposed_refund THEN
    NEW.refund := greatest(0, least(due, paid - others.refund));
  END IF;
  NEW.proposed_refund := due;
  IF NEW.refund > paid - others.refund OR NEW.shipping_refund > sale.total_amount - paid - others.shipping THEN
    RAISE EXCEPTION 'More would be refunded than was paid for the sale %.', sale.id
      USING ERRCODE = 'check_violation', TABLE = 'returns', CONSTRAINT = 'returns_refund_within_paid';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM check_returned(line) FROM return_lines AS line WHERE return_id = NEW.id;
  END IF;
  RETURN NEW;
END
$$;

-- Refuses a line that returns more than was sold. The lock on the sale makes returns of one sale wait for each other.
CREATE OR REPLACE FUNCTION check_returned(line return_lines) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  sold integer;
  returned bigint;
BEGIN
  SELECT quantity INTO sold FROM sale_lines WHERE id = line.sale_line_id;
  SELECT coalesce(sum(quantity), 0) INTO returned
    FROM return_lines JOIN returns ON returns.id = return_id
    WHERE sale_line_id = line.sale_line_id AND return_id <> line.return_id AND deleted_at IS NULL;
  IF returned + line.quantity > sold THEN
    RAISE EXCEPTION 'More would be returned than was sold in line %.', line.sale_line_id
      USING ERRCODE = 'check_violation', TABLE = 'return_lines', CONSTRAINT = 'return_lines_quantity_within_sold';
  END IF;
END
$$;

-- Also copies the cost of the sold line, so that the totals read no other table for it.
CREATE OR REPLACE FUNCTION check_new_return_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT cost INTO NEW.cost FROM sale_lines WHERE id = NEW.sale_line_id;
  IF EXISTS (SELECT FROM returns WHERE id = NEW.return_id AND deleted_at IS NULL) THEN
    PERFORM check_returned(NEW);
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER returns_inserted_settle BEFORE INSERT ON returns
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION settle_return();
CREATE TRIGGER returns_restored_settle BEFORE UPDATE OF deleted_at ON returns
  FOR EACH ROW WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION settle_return();
CREATE TRIGGER return_lines_check_returned BEFORE INSERT ON return_lines
  FOR EACH ROW EXECUTE FUNCTION check_new_return_line();
CREATE TRIGGER return_lines_never_change BEFORE UPDATE OR DELETE OR TRUNCATE ON return_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_change();

-- Deletes the returns of deleted sales, in the batch of their sale, and restores those of that batch with it. It runs
-- after the sales are locked, so that it also sees a return that was recorded just before.
-- OFFSET 0 and the planner settings force index lookups, as in move_stock. The rows before and after are grouped instead of
-- joined: PostgreSQL keeps the plan that it made for one sale, and a nested loop over 10,000 sales took 12 seconds.
CREATE OR REPLACE FUNCTION returns_follow_sales() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_mergejoin = off
AS $$
DECLARE
  following integer[];
BEGIN
  SELECT array_agg(return.id ORDER BY return.id) INTO following
    FROM (
      SELECT id, bool_or(is_former) AS was_deleted, max(batch)::uuid AS batch
      FROM (
        SELECT id, true AS is_former, deletion_batch::text AS batch FROM old_rows WHERE deleted_at IS NOT NULL
        UNION ALL
        SELECT id, false, deletion_batch::text FROM new_rows WHERE deleted_at IS NOT NULL
      ) AS deleted
      -- Two rows: a sale that was deleted before, and still is.
      GROUP BY id HAVING count(*) = 1
    ) AS sale CROSS JOIN LATERAL (
      SELECT id, deletion_batch, deleted_at FROM returns WHERE sale_id = sale.id OFFSET 0
    ) AS return
    WHERE CASE WHEN was_deleted THEN return.deletion_batch = batch ELSE return.deleted_at IS NULL END;
  IF following IS NULL THEN
    RETURN NULL;
  END IF;
  WITH followed AS (
    SELECT returns.id, sales.deleted_at, sales.deleted_by_id, sales.deletion_batch
    FROM returns JOIN sales ON sales.id = sale_id
    WHERE returns.id = ANY(following) ORDER BY returns.id FOR NO KEY UPDATE OF returns
  ), changed AS (
    UPDATE returns SET deleted_at = followed.deleted_at, deleted_by_id = followed.deleted_by_id,
      deletion_batch = followed.deletion_batch, turn = turn + 1
    FROM followed WHERE returns.id = followed.id
    RETURNING returns.id, returns.turn, returns.deleted_by_id, returns.created_by_id
  )
  INSERT INTO stock_movements (product_id, delta, reason, return_id, turn, user_id)
    SELECT product_id, CASE changed.turn % 2 WHEN 1 THEN -delta ELSE delta END,
      (CASE changed.turn % 2 WHEN 1 THEN 'return_deleted' ELSE 'return_restored' END)::stock_reason,
      changed.id, changed.turn, coalesce(changed.deleted_by_id, acting_account(), changed.created_by_id)
    FROM changed JOIN stock_movements AS first ON first.return_id = changed.id AND first.turn = 0
    ORDER BY product_id, changed.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER sales_returns_follow
  AFTER UPDATE ON sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION returns_follow_sales();

-- Posts a new return to its day: to the returns, and to the sales, whose total it lowers. The list of the sales shows
-- it too, so the day of the sale counts a write. Its lines reach product_months when the posting is folded.
CREATE OR REPLACE FUNCTION returns_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  amount numeric := CASE WHEN NEW.deleted_at IS NULL THEN NEW.refund + NEW.shipping_refund ELSE 0 END;
BEGIN
  INSERT INTO changes (source, day, amount, document_id)
    VALUES ('returns', NEW.return_date, amount, CASE WHEN NEW.deleted_at IS NULL THEN NEW.id END);
  INSERT INTO changes (source, day, amount) VALUES ('sales', NEW.return_date, -amount);
  INSERT INTO changes (source, day) SELECT 'sales', sale_date FROM sales WHERE id = NEW.sale_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER returns_recorded
  AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION returns_recorded();

-- Deleting, restoring and any other update of a return: takes the old rows back and posts the new ones. It posts their
-- lines too instead of changing product_months: the deletion of a sale locks months for the sale before, and two locks
-- of months in one transaction can deadlock. The sales are looked up by index, as in move_stock: a plan that PostgreSQL made
-- for thousands of returns read all sales for each later one.
CREATE OR REPLACE FUNCTION returns_changed() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off
AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT source, day, 1, sum(sign * paid) FROM (
      SELECT return_date AS day, CASE WHEN deleted_at IS NULL THEN -refund - shipping_refund ELSE 0 END AS paid
      FROM old_rows
      UNION ALL
      SELECT return_date, CASE WHEN deleted_at IS NULL THEN refund + shipping_refund ELSE 0 END FROM new_rows
    ) AS moved CROSS JOIN (VALUES ('returns', 1), ('sales', -1)) AS posted (source, sign)
    GROUP BY source, day;
  INSERT INTO changes (source, day)
    SELECT DISTINCT 'sales', sale_date FROM new_rows
      CROSS JOIN LATERAL (SELECT sale_date FROM sales WHERE id = sale_id OFFSET 0) AS sale;
  INSERT INTO changes (source, day, count, document_id)
    SELECT 'returns_taken_back', return_date, 0, id FROM old_rows WHERE deleted_at IS NULL
    UNION ALL
    SELECT 'returns', return_date, 0, id FROM new_rows WHERE deleted_at IS NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER returns_changed
  AFTER UPDATE ON returns REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION returns_changed();
