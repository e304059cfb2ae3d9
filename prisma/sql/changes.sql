-- Every write posts rows to the table changes: (source, day, count, amount, document_id).
-- The sum of the counts of a list's sources is its revision, which becomes its ETag (decision 009).
-- The sum of the amounts is the total of sales or purchases (decision 008 and totals.sql).
--
-- Current definitions, for reading. The migrations create them in a shop's database; sql-definitions.test.ts
-- compares the two. A change of behaviour is a new migration plus the same change here.

-- Posts one row for a statement, or none if the statement touched no row. One in 500, by chance, also folds:
-- folding by number fell into a rhythm with two sources that are written in turn, and never folded one of them.
CREATE OR REPLACE FUNCTION post_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO changes (source) SELECT TG_TABLE_NAME FROM touched LIMIT 1;
  IF random() < 0.002 THEN
    PERFORM fold_changes();
  END IF;
  RETURN NULL;
END
$$;

-- Sales and purchases post themselves: see sales_recorded and sales_changed in totals.sql. So do returns: returns.sql.
CREATE TRIGGER users_inserted AFTER INSERT ON users
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER customers_inserted AFTER INSERT ON customers
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER suppliers_inserted AFTER INSERT ON suppliers
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER categories_inserted AFTER INSERT ON categories
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER expense_categories_inserted AFTER INSERT ON expense_categories
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER expenses_inserted AFTER INSERT ON expenses
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER products_inserted AFTER INSERT ON products
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER parked_sales_inserted AFTER INSERT ON parked_sales
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

-- The depth is above 0 while move_stock updates products. It posts that change as one of the ledger.
CREATE TRIGGER users_updated AFTER UPDATE ON users REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER customers_updated AFTER UPDATE ON customers REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER suppliers_updated AFTER UPDATE ON suppliers REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER categories_updated AFTER UPDATE ON categories REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER expense_categories_updated AFTER UPDATE ON expense_categories REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER expenses_updated AFTER UPDATE ON expenses REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER products_updated AFTER UPDATE ON products REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER parked_sales_updated AFTER UPDATE ON parked_sales REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();

-- The API marks records as deleted, which is an update. These triggers catch a DELETE by hand.
CREATE TRIGGER users_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER customers_deleted AFTER DELETE ON customers
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER suppliers_deleted AFTER DELETE ON suppliers
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER categories_deleted AFTER DELETE ON categories
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER expense_categories_deleted AFTER DELETE ON expense_categories
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER expenses_deleted AFTER DELETE ON expenses
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER products_deleted AFTER DELETE ON products
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER parked_sales_deleted AFTER DELETE ON parked_sales
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

-- The reorder report depends on the days of cover.
CREATE TRIGGER shop_inserted AFTER INSERT ON shop
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER shop_updated AFTER UPDATE ON shop REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER shop_deleted AFTER DELETE ON shop
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

-- Each number of a stock count is an entry.
CREATE TRIGGER stock_counts_inserted AFTER INSERT ON stock_counts
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_counts_updated AFTER UPDATE ON stock_counts REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_counts_deleted AFTER DELETE ON stock_counts
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_count_entries_inserted AFTER INSERT ON stock_count_entries
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

-- The two others post changes that day_sheets_append_only did not refuse, because it was disabled.
CREATE TRIGGER day_sheets_inserted AFTER INSERT ON day_sheets
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();
CREATE TRIGGER day_sheets_updated AFTER UPDATE ON day_sheets REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER day_sheets_deleted AFTER DELETE ON day_sheets
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

-- move_stock posts new movements. These two post changes that stock_movements_append_only did not refuse,
-- because it was disabled.
CREATE TRIGGER stock_movements_updated AFTER UPDATE ON stock_movements REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION post_change();
CREATE TRIGGER stock_movements_deleted AFTER DELETE ON stock_movements
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION post_change();

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
