/** The lines of a sale or a purchase as the contract names their fields, in the order of entry. */
export const documentLines = `json_agg(json_build_object('productId', product_id,
  'productName', product_name, 'price', price, 'quantity', quantity, 'total', total) order by id)`
