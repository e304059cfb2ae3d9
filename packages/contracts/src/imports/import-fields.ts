/** The resources whose records can be imported from a file. */
export const importResources = [
  'products',
  'customers',
  'suppliers',
  'categories',
  'expense-categories',
  'expenses',
] as const

export type ImportResource = (typeof importResources)[number]

export type ImportField = {
  /** The field of the record. `id` and the names of categories are no fields of the record's input. */
  name: string
  /** The header that an export writes, and the label of the field in the import. */
  label: string
  /** A new record needs it. */
  isRequired?: boolean
  kind: 'id' | 'text' | 'wholeNumber' | 'day'
  /** The text between several columns. A field without it has one column. */
  joint?: string
  /**
   * Headers of other programs, each as letters and digits in lower case. The first one that a file has is taken.
   * Several headers in one entry are joined, if the file has the first of them. An asterisk at the end stands for
   * any text, such as the name of a location.
   */
  aliases: readonly (string | readonly string[])[]
}

const id: ImportField = { name: 'id', label: 'ID', kind: 'id', aliases: [] }

const contactFields: readonly ImportField[] = [
  id,
  {
    name: 'name',
    label: 'Name',
    isRequired: true,
    kind: 'text',
    joint: ' ',
    aliases: [
      'customername',
      'suppliername',
      'fullname',
      'displayname',
      ['name', 'surname'],
      ['firstname', 'lastname'],
      ['billingfirstname', 'billinglastname'],
      'company',
      'companyname',
    ],
  },
  {
    name: 'email',
    label: 'Email',
    kind: 'text',
    aliases: ['emailaddress', 'customeremail', 'useremail', 'billingemail'],
  },
  {
    name: 'phone',
    label: 'Phone',
    kind: 'text',
    aliases: [
      'phonenumber',
      'defaultaddressphone',
      'telephone',
      'mobile',
      'customerphone',
      'billingphone',
    ],
  },
  {
    name: 'address',
    label: 'Address',
    kind: 'text',
    joint: ', ',
    aliases: [
      [
        'defaultaddressaddress1',
        'defaultaddressaddress2',
        'defaultaddresscity',
        'defaultaddressprovincecode',
        'defaultaddresszip',
        'defaultaddresscountrycode',
      ],
      ['streetaddress1', 'streetaddress2', 'city', 'state', 'postalcode'],
      ['billingaddress1', 'billingaddress2', 'billingcity', 'billingpostcode', 'billingcountry'],
      ['address1', 'address2', 'city', 'provincecode', 'state', 'zip', 'country'],
      ['address', 'city', 'region', 'postalcode', 'country'],
      ['city', 'region', 'postalcode', 'countryregion'],
    ],
  },
]

const nameOnly: readonly ImportField[] = [
  id,
  {
    name: 'name',
    label: 'Name',
    isRequired: true,
    kind: 'text',
    aliases: ['category', 'categoryname', 'expensecategory', 'title'],
  },
]

/** The fields of each resource, in the order of the export's columns. */
export const importFields: Record<ImportResource, readonly ImportField[]> = {
  products: [
    id,
    {
      name: 'name',
      label: 'Product Name',
      isRequired: true,
      kind: 'text',
      joint: ' ',
      aliases: ['name', 'itemname', 'title', 'product', 'item'],
    },
    {
      name: 'code',
      label: 'Code',
      kind: 'text',
      aliases: [
        'barcode',
        'variantbarcode',
        'gtin',
        'gtinupceanorisbn',
        'upcean',
        'ean',
        'upc',
        'sku',
        'variantsku',
        'itemnumber',
      ],
    },
    {
      name: 'categoryName',
      label: 'Category',
      isRequired: true,
      kind: 'text',
      aliases: [
        'categoryname',
        'reportingcategory',
        'categories',
        'type',
        'producttype',
        'productcategory',
      ],
    },
    {
      name: 'cost',
      label: 'Cost',
      isRequired: true,
      kind: 'wholeNumber',
      aliases: [
        'costprice',
        'costperitem',
        'defaultunitcost',
        'costofgoods',
        'purchaseprice',
        'buyingprice',
      ],
    },
    {
      name: 'price',
      label: 'Price',
      isRequired: true,
      kind: 'wholeNumber',
      aliases: [
        'unitprice',
        'variantprice',
        'regularprice',
        'defaultprice',
        'saleprice',
        'sellingprice',
      ],
    },
    {
      name: 'stock',
      label: 'Stock',
      kind: 'wholeNumber',
      aliases: [
        'quantity',
        'instock',
        'variantinventoryqty',
        'inventoryquantity',
        'currentquantity*',
        'stockquantity',
        'qty',
        'inventory',
        'location*',
      ],
    },
    {
      name: 'description',
      label: 'Description',
      kind: 'text',
      joint: '\n',
      aliases: ['shortdescription', 'bodyhtml', 'body'],
    },
    {
      name: 'reorderLevel',
      label: 'Reorder Level',
      kind: 'wholeNumber',
      aliases: ['reorderpoint', 'lowstock', 'lowstockamount', 'minimumstock', 'lowstocklevel'],
    },
    {
      name: 'reorderTarget',
      label: 'Reorder Target',
      kind: 'wholeNumber',
      aliases: ['optimalstock', 'maximumstock'],
    },
  ],
  customers: contactFields,
  suppliers: contactFields,
  categories: nameOnly,
  'expense-categories': nameOnly,
  expenses: [
    id,
    {
      name: 'name',
      label: 'Name',
      isRequired: true,
      kind: 'text',
      joint: ' ',
      aliases: ['expensename', 'expense', 'title'],
    },
    {
      name: 'amount',
      label: 'Amount',
      isRequired: true,
      kind: 'wholeNumber',
      aliases: ['total', 'value', 'cost'],
    },
    {
      name: 'description',
      label: 'Description',
      kind: 'text',
      joint: '\n',
      aliases: ['note', 'notes', 'memo'],
    },
    {
      name: 'expenseCategoryName',
      label: 'Category',
      isRequired: true,
      kind: 'text',
      aliases: ['expensecategory', 'categoryname', 'expensecategoryname', 'account'],
    },
    { name: 'date', label: 'Date', kind: 'day', aliases: ['expensedate', 'day'] },
  ],
}
