-- The totals of sales, returns and purchases: by day in changes, by product and month in product_months.
-- A deleted document counts nowhere. Decision 008 has the measurements.
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- Adds up bigints to a bigint. PostgreSQL's sum(bigint) returns numeric, which is slower: 24 months of
-- 1,000,000 sales took 123 ms with it and take 89 ms with this.
CREATE OR REPLACE AGGREGATE whole_sum(bigint) (SFUNC = int8pl, STYPE = bigint);

-- The lines of all sales, returns and purchases, in the columns of product_months. A return takes from what was sold, and its
-- deletion gives it back. It takes from the cost of goods only what went back into the stock. An unknown cost counts as 0, and
-- lines_without_cost counts the lines that were sold with one (decision 060).
CREATE VIEW document_lines AS
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
CREATE VIEW product_totals AS
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

-- Posts a new sale to its day. Its lines reach product_months when fold_changes folds the posting: for 500
-- sales at once they cost a fraction of 500 separate updates, and no sale waits for another's month.
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

CREATE TRIGGER sales_recorded
  AFTER INSERT ON sales
  FOR EACH ROW EXECUTE FUNCTION sales_recorded();

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

CREATE TRIGGER sales_changed
  AFTER UPDATE ON sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION sales_changed();

-- Purchases: the same as sales_recorded.
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

CREATE TRIGGER purchases_recorded
  AFTER INSERT ON purchases
  FOR EACH ROW EXECUTE FUNCTION purchases_recorded();

-- Purchases: the same as sales_changed.
CREATE OR REPLACE FUNCTION purchases_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source, day, count, amount)
    SELECT 'purchases', purchase_date, 1, sum(amount) FROM (
      SELECT purchase_date, CASE WHEN deleted_at IS NULL THEN -total_amount ELSE 0 END AS amount
      FROM old_rows
      UNION ALL
      SELECT purchase_date, CASE WHEN deleted_at IS NULL THEN total_amount ELSE 0 END FROM new_rows
    ) AS moved GROUP BY purchase_date;
  INSERT INTO product_months AS kept (month, product_id, units_purchased, total_purchases)
    SELECT date_trunc('month', purchase_date::timestamp), product_id, sum(sign * quantity), sum(sign * total)
    FROM (
      SELECT id AS purchase_id, purchase_date, -1 AS sign FROM old_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT id, purchase_date, 1 FROM new_rows WHERE deleted_at IS NULL
    ) AS moved CROSS JOIN LATERAL (
      SELECT product_id, quantity, total FROM purchase_lines WHERE purchase_id = moved.purchase_id
      OFFSET 0
    ) AS line
    GROUP BY 1, 2 ORDER BY 2, 1
  ON CONFLICT (month, product_id) DO UPDATE SET
    units_purchased = kept.units_purchased + excluded.units_purchased,
    total_purchases = kept.total_purchases + excluded.total_purchases;
  RETURN NULL;
END
$$;

CREATE TRIGGER purchases_changed
  AFTER UPDATE ON purchases REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION purchases_changed();

-- Lines are written once, in the transaction of their document, and never change. The totals rely on it.
CREATE OR REPLACE FUNCTION refuse_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The lines of a document never change: % on % is refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation',
      TABLE = TG_TABLE_NAME,
      CONSTRAINT = TG_TABLE_NAME || '_never_change',
      HINT = 'Delete the document and record another.';
END
$$;

CREATE TRIGGER sale_lines_never_change
  BEFORE UPDATE OR DELETE OR TRUNCATE ON sale_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_change();
CREATE TRIGGER purchase_lines_never_change
  BEFORE UPDATE OR DELETE OR TRUNCATE ON purchase_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_line_change();
