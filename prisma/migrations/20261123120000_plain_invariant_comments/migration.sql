-- The doctor prints these comments to the owner. They are rewritten in plain English.
-- COMMENT ON VIEW locks only the view, against other changes of it: queries and writes go on.
COMMENT ON VIEW inv_stock_balances IS
  'The balance of every movement is the sum of its product''s movements so far.';
COMMENT ON VIEW inv_stock_lines IS 'Every sale and purchase moved the stock by the quantities of its lines.';
COMMENT ON VIEW inv_stock_turns IS
  'Every deletion of a sale or purchase reversed its stock movements, and every restoration repeated them.';
COMMENT ON VIEW inv_totals_lines IS 'The total of every line is its price times its quantity.';
COMMENT ON VIEW inv_totals_documents IS
  'The subtotal of every sale and the total of every purchase is the sum of its lines.';
COMMENT ON VIEW inv_totals_sales IS
  'The total of every sale is its subtotal minus its discount plus its shipping fees, or 0 if that is negative.';
COMMENT ON VIEW inv_totals_days IS
  'For every day, the sales and purchases in the reports are the sums of that day''s documents.';
COMMENT ON VIEW inv_totals_months IS
  'For every product and month, the units and amounts in the reports are the sums of the lines.';
COMMENT ON VIEW inv_records_lines IS 'Every sale and purchase has at least one line.';
COMMENT ON VIEW inv_records_keys IS
  'Every idempotency key names an existing record, and no record has two keys. '
  'A sale or purchase belongs to the account that sent its key.';
COMMENT ON VIEW inv_records_marks IS
  'Every deleted record names the time, the account and the batch of its deletion.';
COMMENT ON VIEW inv_records_actors IS 'Records and stock movements name only accounts that exist.';
COMMENT ON VIEW inv_records_ledger IS
  'The stock movements of every sale and purchase name the account that recorded it, and the one that deleted it.';
