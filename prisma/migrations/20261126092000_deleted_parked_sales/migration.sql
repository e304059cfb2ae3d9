-- The owner's list of deleted parked sales, newest first.
CREATE INDEX parked_sales_recently_deleted
  ON parked_sales (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
