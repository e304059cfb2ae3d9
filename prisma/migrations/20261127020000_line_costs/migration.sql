-- The cost of every sold line, and the cost of goods in the totals by product and month (decision 060).

-- A fold or a deletion that began before would leave out the new columns. Folds of other sessions are skipped while
-- this transaction holds their lock.
SELECT pg_advisory_xact_lock(hashtext('fold_changes'));
LOCK TABLE sales, sale_lines IN ACCESS EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "product_months" ADD COLUMN     "cost_of_goods" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "lines_without_cost" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "return_lines" ADD COLUMN     "cost" INTEGER;

-- AlterTable
ALTER TABLE "sale_lines" ADD COLUMN     "cost" INTEGER;

-- What Prisma cannot say.
ALTER TABLE sale_lines
  ADD CONSTRAINT sale_lines_cost_1_to_1000000000
    CHECK (cost BETWEEN 1 AND 1000000000);

-- The lines of all sales, returns and purchases, in the columns of product_months. A return takes from what was sold, and its
-- deletion gives it back. It takes from the cost of goods only what went back into the stock. An unknown cost counts as 0, and
-- lines_without_cost counts the lines that were sold with one (decision 060).
CREATE OR REPLACE VIEW document_lines AS
  SELECT 'sales' AS source, sale_id AS document_id, product_id,
    quantity AS units_sold, price::bigint * quantity AS total_sales,
    0 AS units_purchased, 0::bigint AS total_purchases,
    coalesce(cost, 0)::bigint * quantity AS cost_of_goods, (cost IS NULL)::integer AS lines_without_cost
  FROM sale_lines
  UNION ALL
  SELECT 'returns', return_id, product_id, -quantity, -(price::bigint * quantity), 0, 0,
    CASE WHEN restock THEN -(coalesce(cost, 0)::bigint * quantity) ELSE 0 END, 0 FROM return_lines
  UNION ALL
  SELECT 'returns_taken_back', return_id, product_id, quantity, price::bigint * quantity, 0, 0,
    CASE WHEN restock THEN coalesce(cost, 0)::bigint * quantity ELSE 0 END, 0 FROM return_lines
  UNION ALL
  SELECT 'purchases', purchase_id, product_id, 0, 0, quantity, price::bigint * quantity, 0, 0 FROM purchase_lines;

-- The current totals: product_months, plus the lines of documents that are not folded into it yet.
-- OFFSET 0 forces an index lookup, also in a session that made its plan while the shop was small.
CREATE OR REPLACE VIEW product_totals AS
  SELECT month, product_id, units_sold, total_sales, units_purchased, total_purchases, cost_of_goods,
    lines_without_cost
  FROM product_months
  UNION ALL
  SELECT date_trunc('month', day::timestamp)::date, product_id,
    units_sold, total_sales, units_purchased, total_purchases, cost_of_goods, lines_without_cost
  FROM changes CROSS JOIN LATERAL (
    SELECT * FROM document_lines AS line
    WHERE line.source = changes.source AND line.document_id = changes.document_id OFFSET 0
  ) AS line
  WHERE changes.document_id IS NOT NULL;

-- Deleting, restoring and any other update of a sale: subtracts the old rows and adds the new ones, by day
-- and by product and month. OFFSET 0 forces an index lookup of the lines.
CREATE OR REPLACE FUNCTION sales_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT 'sales', sale_date, 1, sum(amount) FROM (
      SELECT sale_date, CASE WHEN deleted_at IS NULL THEN -total_amount ELSE 0 END AS amount FROM old_rows
      UNION ALL
      SELECT sale_date, CASE WHEN deleted_at IS NULL THEN total_amount ELSE 0 END FROM new_rows
    ) AS moved GROUP BY sale_date;
  INSERT INTO product_months AS kept
      (month, product_id, units_sold, total_sales, cost_of_goods, lines_without_cost)
    SELECT date_trunc('month', sale_date::timestamp), product_id, sum(sign * quantity), sum(sign * total),
      sum(sign * coalesce(cost, 0)::bigint * quantity), sum(CASE WHEN cost IS NULL THEN sign ELSE 0 END)
    FROM (
      SELECT id AS sale_id, sale_date, -1 AS sign FROM old_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, sale_date, 1 FROM new_rows WHERE deleted_at IS NULL
    ) AS moved CROSS JOIN LATERAL (
      SELECT product_id, quantity, total, cost FROM sale_lines WHERE sale_id = moved.sale_id OFFSET 0
    ) AS line
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_sold = kept.units_sold + excluded.units_sold,
    total_sales = kept.total_sales + excluded.total_sales,
    cost_of_goods = kept.cost_of_goods + excluded.cost_of_goods,
    lines_without_cost = kept.lines_without_cost + excluded.lines_without_cost;
  RETURN NULL;
END
$$;

-- Replaces the rows of each source and day by one, and adds the lines of posted documents to product_months.
-- A fold of 500 sales of three lines takes 17 ms.
--
-- A long transaction, such as an import, switches folds off: it would hold the months until its end.
--
-- The write that folds must not wait and must not fail: the lock timeout is 1 ms, and the handler at the end
-- leaves all rows to a later fold. The planner settings force index lookups of the lines.
CREATE OR REPLACE FUNCTION fold_changes() RETURNS void LANGUAGE plpgsql
  SET lock_timeout = '1ms' SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  -- One fold at a time: two could deadlock on months. Nothing else deletes postings, so none is locked.
  IF current_setting('stockie.folds', true) = 'off' OR NOT pg_try_advisory_xact_lock(hashtext('fold_changes')) THEN
    RETURN;
  END IF;
  WITH taken AS (
    SELECT ctid AS place FROM changes
    WHERE (source, day) IN (
      SELECT source, day FROM changes
      GROUP BY source, day HAVING count(*) > 1 OR count(document_id) > 0
    )
    -- The lines of a document may follow it. Skip documents without lines, and those of this transaction
    -- or a younger one, whose lines may be incomplete.
    AND (document_id IS NULL OR age(xmin) > 0 AND EXISTS (
      SELECT FROM document_lines AS line
      WHERE line.source = changes.source AND line.document_id = changes.document_id OFFSET 0
    ))
    -- The limit bounds the cost for one write. In order of days, so that each fold leaves fewer days.
    ORDER BY source, day LIMIT 2500
  ), gone AS (
    DELETE FROM changes USING taken WHERE changes.ctid = taken.place
    RETURNING changes.source, changes.day, changes.count, changes.amount, changes.document_id
  ), months AS (
    INSERT INTO product_months AS kept
      SELECT date_trunc('month', day::timestamp), product_id, sum(units_sold), sum(total_sales),
        sum(units_purchased), sum(total_purchases), sum(cost_of_goods), sum(lines_without_cost)
      FROM gone CROSS JOIN LATERAL (
        SELECT * FROM document_lines AS line
        WHERE line.source = gone.source AND line.document_id = gone.document_id OFFSET 0
      ) AS line
      GROUP BY 1, 2 ORDER BY 2, 1
    ON CONFLICT (month, product_id) DO UPDATE SET
      units_sold = kept.units_sold + excluded.units_sold,
      total_sales = kept.total_sales + excluded.total_sales,
      units_purchased = kept.units_purchased + excluded.units_purchased,
      total_purchases = kept.total_purchases + excluded.total_purchases,
      cost_of_goods = kept.cost_of_goods + excluded.cost_of_goods,
      lines_without_cost = kept.lines_without_cost + excluded.lines_without_cost
  )
  INSERT INTO changes (source, day, count, amount)
    SELECT source, day, sum(count), sum(amount) FROM gone GROUP BY source, day;
-- A deletion holds a month, or a total exceeds its column.
EXCEPTION WHEN lock_not_available OR numeric_value_out_of_range THEN
  RETURN;
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

-- Products and months whose totals differ from the sum of their lines.
CREATE OR REPLACE VIEW inv_totals_months AS
  SELECT month, product_id,
    whole_sum(units_sold) AS units_sold, whole_sum(units_sold_due) AS units_sold_due,
    whole_sum(total_sales) AS total_sales, whole_sum(total_sales_due) AS total_sales_due,
    whole_sum(units_purchased) AS units_purchased, whole_sum(units_purchased_due) AS units_purchased_due,
    whole_sum(total_purchases) AS total_purchases, whole_sum(total_purchases_due) AS total_purchases_due,
    whole_sum(cost_of_goods) AS cost_of_goods, whole_sum(cost_of_goods_due) AS cost_of_goods_due,
    whole_sum(lines_without_cost) AS lines_without_cost, whole_sum(lines_without_cost_due) AS lines_without_cost_due
  FROM (
    SELECT month, product_id, units_sold, 0::bigint AS units_sold_due, total_sales, 0::bigint AS total_sales_due,
      units_purchased, 0::bigint AS units_purchased_due, total_purchases, 0::bigint AS total_purchases_due,
      cost_of_goods, 0::bigint AS cost_of_goods_due, lines_without_cost, 0::bigint AS lines_without_cost_due
    FROM product_totals
    UNION ALL
    SELECT date_trunc('month', sale_date::timestamp)::date, product_id,
      0, quantity, 0, price::bigint * quantity, 0, 0, 0, 0,
      0, coalesce(cost::bigint * quantity, 0), 0, CASE WHEN cost IS NULL THEN 1 ELSE 0 END
    FROM sale_lines JOIN sales ON sales.id = sale_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT date_trunc('month', return_date::timestamp)::date, product_id,
      0, -quantity, 0, -(price::bigint * quantity), 0, 0, 0, 0,
      0, CASE WHEN restock THEN coalesce(-(cost::bigint * quantity), 0) ELSE 0 END, 0, 0
    FROM return_lines JOIN returns ON returns.id = return_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT date_trunc('month', purchase_date::timestamp)::date, product_id,
      0, 0, 0, 0, 0, quantity, 0, price::bigint * quantity, 0, 0, 0, 0
    FROM purchase_lines JOIN purchases ON purchases.id = purchase_id WHERE deleted_at IS NULL
  ) AS lines
  GROUP BY month, product_id
  HAVING (whole_sum(units_sold), whole_sum(total_sales), whole_sum(units_purchased), whole_sum(total_purchases),
      whole_sum(cost_of_goods), whole_sum(lines_without_cost))
    <> (whole_sum(units_sold_due), whole_sum(total_sales_due), whole_sum(units_purchased_due),
      whole_sum(total_purchases_due), whole_sum(cost_of_goods_due), whole_sum(lines_without_cost_due));
COMMENT ON VIEW inv_totals_months IS
  'For every product and month, the units, amounts and costs in the reports are the sums of the lines.';

-- Returns whose lines are of another sale, have another product, price or cost, or do not add up to the value of the return.
CREATE OR REPLACE VIEW inv_returns_lines AS
  SELECT returns.id AS return_id, line.id AS line_id, line.product_id, line.price, NULL::numeric AS goods_value_due
  FROM returns JOIN return_lines AS line ON return_id = returns.id JOIN sale_lines AS sold ON sold.id = sale_line_id
  WHERE (sold.sale_id, sold.product_id, sold.price) <> (returns.sale_id, line.product_id, line.price)
    OR sold.cost IS DISTINCT FROM line.cost
  UNION ALL
  SELECT returns.id, NULL, NULL, NULL, sum(price::bigint * quantity)
  FROM returns JOIN return_lines ON return_id = returns.id
  GROUP BY returns.id HAVING goods_value <> sum(price::bigint * quantity);
COMMENT ON VIEW inv_returns_lines IS
  'The lines of every return are of its sale, with the product, the price and the cost of the sold line.';

-- No line that exists has a cost. Counts them for their months, except those that a later fold counts. A fold counts all
-- lines of its postings, also of a sale that was deleted meanwhile: the deletion is already subtracted here.
INSERT INTO product_months AS kept (month, product_id, lines_without_cost)
  SELECT date_trunc('month', day::timestamp), product_id, sum(sign) FROM (
    SELECT sale_date AS day, product_id, 1 AS sign
    FROM sale_lines JOIN sales ON sales.id = sale_id WHERE deleted_at IS NULL
    UNION ALL
    SELECT day, product_id, -1
    FROM changes JOIN sale_lines ON sale_id = document_id WHERE source = 'sales'
  ) AS line
  GROUP BY 1, 2 HAVING sum(sign) <> 0 ORDER BY 2, 1
ON CONFLICT (month, product_id) DO UPDATE SET lines_without_cost = excluded.lines_without_cost;
