-- AlterTable
ALTER TABLE "changes" ADD COLUMN     "document_id" INTEGER;

-- What Prisma cannot say.

-- 1. A document that is recorded posts itself, and its lines reach "product_months" when the posting is
-- folded: of some 250 sales at once they cost a fraction of what they cost sale by sale, and no sale waits
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

-- 2. One row for each of a source's days instead of many, as before, and the lines of their documents into
-- the months. The condition stands in here: a trigger's own WHEN is parsed for every row that is posted.
DROP TRIGGER changes_fold ON changes;

CREATE OR REPLACE FUNCTION fold_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- About every 250th row, as if at random.
  IF hashint8(NEW.id) % 250 <> 0 OR NEW.count <> 1 THEN
    RETURN NULL;
  END IF;
  -- One at a time, or two that hold months of products that they have not locked could wait in a circle.
  IF NOT pg_try_advisory_xact_lock(hashtext('fold_changes')) THEN
    RETURN NULL;
  END IF;
  WITH taken AS (
    SELECT id FROM changes
    WHERE source = NEW.source AND day IN (
      SELECT day FROM changes WHERE source = NEW.source
      GROUP BY day HAVING count(*) > 1 OR count(document_id) > 0
    )
    -- The lines of a document may come after it: those of this very transaction are left to a later fold.
    AND (document_id IS NULL OR age(xmin) > 0)
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM changes USING taken WHERE changes.id = taken.id
    RETURNING changes.day, changes.count, changes.amount, changes.document_id
  ), lines AS (
    SELECT day, line.* FROM gone CROSS JOIN LATERAL (
      SELECT product_id, quantity AS units_sold, price::bigint * quantity AS total_sales,
        0 AS units_purchased, 0::bigint AS total_purchases
      FROM sale_lines WHERE NEW.source = 'sales' AND sale_id = document_id
      UNION ALL
      SELECT product_id, 0, 0, quantity, price::bigint * quantity
      FROM purchase_lines WHERE NEW.source = 'purchases' AND purchase_id = document_id
      OFFSET 0
    ) AS line
  ), months AS (
    INSERT INTO product_months AS kept
      SELECT date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
        sum(units_purchased), sum(total_purchases)
      FROM lines GROUP BY 1, 2 ORDER BY 2, 1
    ON CONFLICT (month, product_id) DO UPDATE SET
      units_sold = kept.units_sold + excluded.units_sold,
      total_sales = kept.total_sales + excluded.total_sales,
      units_purchased = kept.units_purchased + excluded.units_purchased,
      total_purchases = kept.total_purchases + excluded.total_purchases
  )
  INSERT INTO changes (source, day, count, amount)
    SELECT NEW.source, day, sum(count), sum(amount) FROM gone GROUP BY day;
  RETURN NULL;
END
$$;

CREATE TRIGGER changes_fold
  AFTER INSERT ON changes
  FOR EACH ROW EXECUTE FUNCTION fold_changes();

-- 3. What is true at any moment: the months, and the documents that are not in them yet.
CREATE VIEW product_totals AS
  SELECT month, product_id, units_sold, total_sales, units_purchased, total_purchases FROM product_months
  UNION ALL
  SELECT date_trunc('month', day::timestamp)::date, product_id, quantity, total, 0, 0
  FROM changes CROSS JOIN LATERAL (
    SELECT product_id, quantity, price::bigint * quantity AS total FROM sale_lines WHERE sale_id = document_id OFFSET 0
  ) AS line
  WHERE source = 'sales' AND document_id IS NOT NULL
  UNION ALL
  SELECT date_trunc('month', day::timestamp)::date, product_id, 0, 0, quantity, total
  FROM changes CROSS JOIN LATERAL (
    SELECT product_id, quantity, price::bigint * quantity AS total FROM purchase_lines WHERE purchase_id = document_id OFFSET 0
  ) AS line
  WHERE source = 'purchases' AND document_id IS NOT NULL;
