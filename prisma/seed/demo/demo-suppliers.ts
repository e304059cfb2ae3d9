import type { ContactDraft } from '../bulk-load/records'

/** Each supplier delivers whole categories on fixed weekdays (1 is Monday). */
export const suppliers: readonly {
  contact: ContactDraft
  delivers: readonly string[]
  weekdays: readonly number[]
}[] = [
  {
    contact: {
      name: 'Northside Coffee Roasters',
      email: 'orders@northside-roasters.example',
      phone: '(555) 010-0201',
      address: '18 Foundry Lane, Millbrook',
    },
    delivers: ['Coffee & Tea'],
    weekdays: [2, 5],
  },
  {
    contact: {
      name: 'Leaf & Fern Tea Importers',
      email: 'sales@leafandfern.example',
      phone: '(555) 010-0202',
      address: '4 Quay Street, Harborview',
    },
    delivers: ['Coffee & Tea'],
    weekdays: [4],
  },
  {
    contact: {
      name: 'Brewline Trading',
      email: 'hello@brewline.example',
      phone: '(555) 010-0203',
      address: '220 Industrial Park, Unit 7, Millbrook',
    },
    delivers: ['Brewing Gear'],
    weekdays: [3],
  },
  {
    contact: {
      name: 'Harrow & Sons Cookware',
      email: 'trade@harrowandsons.example',
      phone: '(555) 010-0204',
      address: '61 Anvil Road, Steelton',
    },
    delivers: ['Cookware'],
    weekdays: [1],
  },
  {
    contact: {
      name: 'Keen Edge Cutlery',
      email: 'office@keenedge.example',
      phone: '(555) 010-0205',
    },
    delivers: ['Kitchen Tools'],
    weekdays: [1],
  },
  {
    // A potter with a telephone and no e-mail.
    contact: {
      name: 'Studio Fenn Ceramics',
      phone: '(555) 010-0206',
      address: 'The Old Dairy, Fenn Hill',
    },
    delivers: ['Tableware'],
    weekdays: [4],
  },
  {
    contact: {
      name: 'Clearwater Glass',
      email: 'orders@clearwaterglass.example',
      address: '9 Canal Row, Harborview',
    },
    delivers: ['Glass & Storage'],
    weekdays: [2],
  },
  {
    contact: {
      name: 'Millstone Baking Supplies',
      email: 'trade@millstone.example',
      phone: '(555) 010-0208',
      address: '33 Mill Lane, Oakfield',
    },
    delivers: ['Baking'],
    weekdays: [3],
  },
  {
    contact: {
      name: 'Linden Textiles',
      email: 'studio@lindentextiles.example',
      phone: '(555) 010-0209',
      address: '12 Weaver Street, Oakfield',
    },
    delivers: ['Linens & Gifts'],
    weekdays: [5],
  },
  {
    // The wholesaler also delivers categories of other suppliers, on another weekday.
    contact: {
      name: 'Harbor Wholesale',
      email: 'desk@harborwholesale.example',
      phone: '(555) 010-0210',
      address: '1 Pier Road, Harborview',
    },
    delivers: ['Kitchen Tools', 'Glass & Storage', 'Baking', 'Tableware'],
    weekdays: [6],
  },
]
