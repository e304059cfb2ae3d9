-- In the order in which a sale takes them: one that is under way is waited for, and not in a circle. Whoever
-- reads a list through an older version at that moment may have to ask again.
LOCK TABLE sales, sale_lines, purchases, purchase_lines IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "changes" ADD COLUMN     "document_id" INTEGER;

-- What Prisma cannot say.

-- 1. A document that is recorded posts itself, and its lines reach "product_months" when the posting is
-- folded: of some 500 sales at once they cost a fraction of what they cost sale by sale, and no sale waits
-- for another's month. Deleting and restoring move the months at once: what is added and taken away may
-- come in any order.
DROP TRIGGER sale_lines_recorded ON sale_lines;
DROP TRIGGER purchase_lines_recorded ON purchase_lines;
DROP FUNCTION sale_lines_recorded, purchase_lines_recorded;
DROP TRIGGER sales_recorded ON sales;
DROP TRIGGER purchases_recorded ON purchases;

CREATE OR REPLACE FUNCTION sales_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO changes (source, day, amount, document_id)
      VALUES ('sales', NEW.sale_date, NEW.total_amount, NEW.id);
  ELSE
    INSERT INTO changes (source, day) VALUES ('sales', NEW.sale_date);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION purchases_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO changes (source, day, amount, document_id)
      VALUES ('purchases', NEW.purchase_date, NEW.total_amount, NEW.id);
  ELSE
    INSERT INTO changes (source, day) VALUES ('purchases', NEW.purchase_date);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER sales_recorded
  AFTER INSERT ON sales
  FOR EACH ROW EXECUTE FUNCTION sales_recorded();
CREATE TRIGGER purchases_recorded
  AFTER INSERT ON purchases
  FOR EACH ROW EXECUTE FUNCTION purchases_recorded();

-- 2. The lines of all documents, as the months count them.
CREATE VIEW document_lines AS
  SELECT 'sales' AS source, sale_id AS document_id, product_id,
    quantity AS units_sold, price::bigint * quantity AS total_sales,
    0 AS units_purchased, 0::bigint AS total_purchases
  FROM sale_lines
  UNION ALL
  SELECT 'purchases', purchase_id, product_id, 0, 0, quantity, price::bigint * quantity FROM purchase_lines;

-- 3. One row for each of a source's days instead of many, as before, and the lines of their documents into
-- the months. Of all sources at once, and called by what posts: a trigger for it would be asked for each row.
DROP TRIGGER changes_fold ON changes;
DROP FUNCTION fold_changes;

-- Whoever happens to fold does it for others, so it waits for nobody: where a deletion holds a month, all is
-- left to a later fold. Lines are looked up by index, whatever the shop was like when this was planned.
CREATE FUNCTION fold_changes() RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '1ms' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  -- One at a time, or two could take months in a circle.
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_changes')) THEN
    RETURN;
  END IF;
  WITH taken AS (
    SELECT id FROM changes
    WHERE (source, day) IN (
      SELECT source, day FROM changes
      GROUP BY source, day HAVING count(*) > 1 OR count(document_id) > 0
    )
    -- The lines of a document may come after it: while it has none it stays, and so do those of this very
    -- transaction, or of a younger one.
    AND (document_id IS NULL OR age(xmin) > 0 AND EXISTS (
      SELECT FROM document_lines AS line
      WHERE line.source = changes.source AND line.document_id = changes.document_id OFFSET 0
    ))
    -- No more than one sale can pay for. Day by day, so that each fold leaves fewer.
    ORDER BY source, day LIMIT 2500
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM changes USING taken WHERE changes.id = taken.id
    RETURNING changes.source, changes.day, changes.count, changes.amount, changes.document_id
  ), months AS (
    INSERT INTO product_months AS kept
      SELECT date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
        sum(units_purchased), sum(total_purchases)
      FROM gone CROSS JOIN LATERAL (
        SELECT * FROM document_lines AS line
        WHERE line.source = gone.source AND line.document_id = gone.document_id OFFSET 0
      ) AS line
      GROUP BY 1, 2 ORDER BY 2, 1
    ON CONFLICT (month, product_id) DO UPDATE SET
      units_sold = kept.units_sold + excluded.units_sold,
      total_sales = kept.total_sales + excluded.total_sales,
      units_purchased = kept.units_purchased + excluded.units_purchased,
      total_purchases = kept.total_purchases + excluded.total_purchases
  )
  INSERT INTO changes (source, day, count, amount)
    SELECT source, day, sum(count), sum(amount) FROM gone GROUP BY source, day;
-- Nor does it refuse what somebody else writes, however much a day came to.
EXCEPTION WHEN lock_not_available OR numeric_value_out_of_range THEN
  RETURN;
END
$$;

CREATE OR REPLACE FUNCTION post_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted bigint;
BEGIN
  INSERT INTO changes (source) SELECT TG_TABLE_NAME FROM touched LIMIT 1 RETURNING id INTO posted;
  -- About every 500th, as if at random.
  IF hashint8(posted) % 500 = 0 THEN
    PERFORM fold_changes();
  END IF;
  RETURN NULL;
END
$$;

-- 4. What is true at any moment: the months, and the documents that are not in them yet.
CREATE VIEW product_totals AS
  SELECT month, product_id, units_sold, total_sales, units_purchased, total_purchases FROM product_months
  UNION ALL
  SELECT date_trunc('month', day::timestamp)::date, product_id,
    units_sold, total_sales, units_purchased, total_purchases
  FROM changes CROSS JOIN LATERAL (
    SELECT * FROM document_lines AS line
    WHERE line.source = changes.source AND line.document_id = changes.document_id OFFSET 0
  ) AS line
  WHERE changes.document_id IS NOT NULL;
