/** SQL: what the returns of a sale paid back. */
export const returnedAmountSql = (saleId: string) => `(
  select coalesce(sum(refund + shipping_refund), 0) from returns
  where sale_id = ${saleId} and deleted_at is null
)`

/** SQL: how the total of the sales of a range of days is made up, from the sales and the returns themselves. */
export const salesBreakdownSql = ({ start, end }: { start: string; end: string }) => `
  select sold.sales, "lineTotals", discounts, "shippingFees", "raisedToZero", returns, "returnedLineTotals",
    refunds, "shippingRefunds", total - refunds - "shippingRefunds" as "totalSales"
  from (
    select count(*) as sales, coalesce(sum(subtotal), 0) as "lineTotals",
      coalesce(sum(discount), 0) as discounts, coalesce(sum(shipping_fees), 0) as "shippingFees",
      coalesce(sum(greatest(0, discount - subtotal - shipping_fees)), 0) as "raisedToZero",
      coalesce(sum(total_amount), 0) as total
    from sales where deleted_at is null and sale_date between ${start} and ${end}
  ) as sold, (
    select count(*) as returns, coalesce(sum(goods_value), 0) as "returnedLineTotals",
      coalesce(sum(refund), 0) as refunds, coalesce(sum(shipping_refund), 0) as "shippingRefunds"
    from returns where deleted_at is null and return_date between ${start} and ${end}
  ) as returned`
