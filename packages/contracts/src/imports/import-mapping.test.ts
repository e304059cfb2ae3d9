import { expect, test } from 'vitest'
import { importFields, type ImportResource } from './import-fields'
import { idHeader, suggestMapping } from './import-mapping'

/** The header row of a file of another program, and the headers that each field takes. */
interface OtherProgram {
  program: string
  resource: ImportResource
  header: string
  fields: Record<string, readonly string[]>
}

const address = 'Default Address'

const otherPrograms: readonly OtherProgram[] = [
  {
    program: 'Shopify',
    resource: 'products',
    header:
      'Title|URL handle|Description|Vendor|Product category|Type|Tags|Published on online store|Status|SKU|Barcode|Option1 name|Option1 value|Price|Compare-at price|Cost per item|Charge tax|Tax code|Unit price total measure|Inventory tracker|Inventory quantity|Continue selling when out of stock|Weight value (grams)|Requires shipping|Product image URL|Gift card|SEO title|SEO description',
    fields: {
      name: ['Title'],
      code: ['Barcode'],
      categoryName: ['Type'],
      cost: ['Cost per item'],
      price: ['Price'],
      stock: ['Inventory quantity'],
      description: ['Description'],
    },
  },
  {
    program: 'Shopify before 2025',
    resource: 'products',
    header:
      'Handle|Title|Body (HTML)|Vendor|Product Category|Type|Tags|Published|Option1 Name|Option1 Value|Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Inventory Policy|Variant Price|Variant Compare At Price|Variant Requires Shipping|Variant Barcode|Image Src|Gift Card|Cost per item|Status',
    fields: {
      name: ['Title'],
      code: ['Variant Barcode'],
      categoryName: ['Type'],
      cost: ['Cost per item'],
      price: ['Variant Price'],
      stock: ['Variant Inventory Qty'],
      description: ['Body (HTML)'],
    },
  },
  {
    program: 'Shopify',
    resource: 'customers',
    header: `Customer ID|First Name|Last Name|Email|Accepts Email Marketing|${address} Company|${address} Address1|${address} Address2|${address} City|${address} Province Code|${address} Country Code|${address} Zip|${address} Phone|Phone|Accepts SMS Marketing|Total Spent|Total Orders|Note|Tax Exempt|Tags`,
    fields: {
      name: ['First Name', 'Last Name'],
      email: ['Email'],
      phone: ['Phone'],
      address: ['Address1', 'Address2', 'City', 'Province Code', 'Zip', 'Country Code'].map(
        (part) => `${address} ${part}`,
      ),
    },
  },
  {
    program: 'Square',
    resource: 'products',
    header:
      'Token|Item Name|Customer-facing Name|Variation Name|Unit and Precision|SKU|Description|Categories|Reporting Category|SEO Title|SEO Description|Permalink|GTIN|Square Online Item Visibility|Item Type|Weight (lb)|Price|Online Sale Price|Archived|Sellable|Stockable|Default Unit Cost|Default Vendor Name|Default Vendor Code|Current Quantity Main Street|New Quantity Main Street|Stock Alert Enabled Main Street|Stock Alert Count Main Street|Tax - Tax (10.25%)',
    fields: {
      name: ['Item Name'],
      code: ['GTIN'],
      categoryName: ['Reporting Category'],
      cost: ['Default Unit Cost'],
      price: ['Price'],
      stock: ['Current Quantity Main Street'],
      description: ['Description'],
    },
  },
  {
    program: 'Square',
    resource: 'customers',
    header:
      'Reference ID|First Name|Last Name|Email Address|Phone Number|Nickname|Company Name|Street Address 1|Street Address 2|City|State|Postal Code|Birthday|Memo|Square Customer ID|Creation Source|First Visit|Last Visit|Transaction Count|Lifetime Spend|Email Subscription Status|Instant Profile',
    fields: {
      name: ['First Name', 'Last Name'],
      email: ['Email Address'],
      phone: ['Phone Number'],
      address: ['Street Address 1', 'Street Address 2', 'City', 'State', 'Postal Code'],
    },
  },
  {
    program: 'Loyverse',
    resource: 'products',
    header:
      "Handle|SKU|Name|Category|Description|Sold by weight|Option 1 name|Option 1 value|Cost|Barcode|SKU of included item|Quantity of included item|Track stock|Available for sale [Ada's shop]|Price [Ada's shop]|In stock [Ada's shop]|Low stock [Ada's shop]",
    fields: {
      name: ['Name'],
      code: ['Barcode'],
      categoryName: ['Category'],
      cost: ['Cost'],
      price: ["Price [Ada's shop]"],
      stock: ["In stock [Ada's shop]"],
      description: ['Description'],
      reorderLevel: ["Low stock [Ada's shop]"],
    },
  },
  {
    program: 'Loyverse',
    resource: 'customers',
    header:
      'Customer ID|Customer name|Email|Phone|Address|City|Region|Postal code|Country|Customer code|Points balance|Note|First visit|Last visit|Total visits|Total spent',
    fields: {
      name: ['Customer name'],
      email: ['Email'],
      phone: ['Phone'],
      address: ['Address', 'City', 'Region', 'Postal code', 'Country'],
    },
  },
  {
    program: 'WooCommerce',
    resource: 'products',
    header:
      'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Visibility in catalog|Short description|Description|Date sale price starts|Date sale price ends|Tax status|Tax class|In stock?|Stock|Low stock amount|Backorders allowed?|Sold individually?|Weight (kg)|Sale price|Regular price|Categories|Tags|Images|Parent',
    fields: {
      name: ['Name'],
      code: ['GTIN, UPC, EAN, or ISBN'],
      categoryName: ['Categories'],
      price: ['Regular price'],
      stock: ['Stock'],
      description: ['Description'],
      reorderLevel: ['Low stock amount'],
    },
  },
  {
    program: 'WooCommerce',
    resource: 'customers',
    header:
      'Name|Username|Last active|Date registered|Email|Orders|Total spend|AOV|Country / Region|City|Region|Postal code',
    fields: {
      name: ['Name'],
      email: ['Email'],
      address: ['City', 'Region', 'Postal code', 'Country / Region'],
    },
  },
  {
    program: 'opensourcepos',
    resource: 'products',
    header:
      'Id|Barcode|Item Name|Category|Supplier ID|Cost Price|Unit Price|Tax 1 Name|Tax 1 Percent|Tax 2 Name|Tax 2 Percent|Reorder Level|Description|Allow Alt Description|Item has Serial Number|Image|HSN|location_stock',
    fields: {
      name: ['Item Name'],
      code: ['Barcode'],
      categoryName: ['Category'],
      cost: ['Cost Price'],
      price: ['Unit Price'],
      stock: ['location_stock'],
      description: ['Description'],
      reorderLevel: ['Reorder Level'],
    },
  },
  {
    program: 'opensourcepos',
    resource: 'customers',
    header:
      'First Name|Last Name|Gender|Consent|Email|Phone Number|Address 1|Address2|City|State|Zip|Country|Comments|Company|Account Number|Discount|Discount_Type|Taxable',
    fields: {
      name: ['First Name', 'Last Name'],
      email: ['Email'],
      phone: ['Phone Number'],
      address: ['Address 1', 'Address2', 'City', 'State', 'Zip', 'Country'],
    },
  },
  {
    program: 'NexoPOS',
    resource: 'products',
    header: 'Name|Type|Sku|Category|Status|Author|Date',
    fields: { name: ['Name'], code: ['Sku'], categoryName: ['Category'] },
  },
  {
    program: 'NexoPOS',
    resource: 'customers',
    header: 'First Name|Last name|Phone|Email|Account Credit|Owed Amount|Purchase Amount|Author',
    fields: { name: ['First Name', 'Last name'], email: ['Email'], phone: ['Phone'] },
  },
  {
    program: 'NexoPOS 4',
    resource: 'customers',
    header: 'Name|Surname|Phone|Group|Email|Account Credit|Owed Amount|Gender|Author|Created At',
    fields: { name: ['Name', 'Surname'], email: ['Email'], phone: ['Phone'] },
  },
]

function headersByField(resource: ImportResource, columns: readonly string[]) {
  const mapping = suggestMapping(resource, columns, 'aaaa1111')
  return Object.fromEntries(
    Object.entries(mapping).map(([name, places]) => [name, places?.map((at) => columns[at])]),
  )
}

test.each(otherPrograms)('the $resource of $program are recognised', (file) => {
  expect(headersByField(file.resource, file.header.split('|'))).toEqual(file.fields)
})

test('the header of each field is recognised, in any order and way of writing', () => {
  for (const [resource, fields] of Object.entries(importFields)) {
    const columns = fields.map(({ label }) => ` ${label.toUpperCase().replaceAll(' ', '_')}`)
    const expected = Object.fromEntries(
      fields.map(({ name }, at) => [name, [columns.length - 1 - at]]),
    )
    const found = suggestMapping(resource as ImportResource, columns.toReversed(), null)
    expect(found).toEqual(expected)
  }
})

test('a column of another program that is empty in the first rows comes after one with values', () => {
  const columns = ['Title', 'Variant SKU', 'Variant Barcode', 'Vendor']
  const code = (rows: string[][]) => suggestMapping('products', columns, null, rows)['code']
  expect(code([['Tee', 'T1', ' ', '']])).toEqual([1])
  expect(
    code([
      ['Tee', 'T1', '', ''],
      ['Mug', 'M1', '4006381333931', ''],
    ]),
  ).toEqual([2])
  expect(code([['Tee', '', '', '']])).toEqual([2])
})

test('ids of this shop are recognised among any columns, and those of another shop are not', () => {
  const columns = (key: string) => [idHeader(key), 'Name', 'Vendor']
  expect(suggestMapping('customers', columns('aaaa1111'), 'aaaa1111')).toEqual({
    id: [0],
    name: [1],
  })
  expect(suggestMapping('customers', columns('bbbb2222'), 'aaaa1111')).toEqual({ name: [1] })
})

test('a plain ID counts only in a shop without a key, and in a file without foreign columns', () => {
  expect(suggestMapping('customers', ['ID', 'Name', ''], null)).toEqual({
    id: [0],
    name: [1],
  })
  expect(suggestMapping('customers', ['ID', 'Name', 'Vendor'], null)).toEqual({ name: [1] })
  expect(suggestMapping('customers', ['ID', 'Name'], 'aaaa1111')).toEqual({ name: [1] })
})
