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
