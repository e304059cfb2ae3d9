/** The parts of the API, in the order in which the document tells them. */
export const tags = [
  { name: 'Sessions', description: 'Signing in, and the password that it takes.' },
  { name: 'Products', description: 'What the shop sells, and how much of it there is.' },
  { name: 'Categories', description: 'What products are sorted by.' },
  { name: 'Sales', description: 'What customers bought. A sale takes from the stock.' },
  { name: 'Purchases', description: 'What was bought of suppliers. A purchase adds to the stock.' },
  { name: 'Customers', description: 'Whom the shop sells to.' },
  { name: 'Suppliers', description: 'Whom the shop buys from.' },
  { name: 'Expenses', description: 'What else the shop pays for.' },
  { name: 'Expense categories', description: 'What expenses are sorted by.' },
  { name: 'Reports', description: 'What it all comes to.' },
  { name: 'Stock', description: 'The ledger that every change of a stock stands in.' },
  { name: 'Deleted', description: 'Everything that is deleted, for the owner to bring back.' },
  { name: 'OpenAPI', description: 'What you are reading.' },
  { name: 'Health', description: 'For whatever watches over the process.' },
]
