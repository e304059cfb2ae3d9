import type { RowBuffer } from '../bulk-load/row-buffer'
import { chargeLines, type DraftLine, type SaleDraft } from '../bulk-load/documents'
import type { ContactDraft } from '../bulk-load/records'
import type { Demo } from './demo-state'

/** Stands for all customers who leave no name, the largest share. */
const walkIn: ContactDraft = { name: 'Walk-in customer' }

/** Cafés and kitchens nearby. They buy larger quantities, with a discount and delivery. */
const businesses: readonly ContactDraft[] = [
  {
    name: 'Café Marigold',
    email: 'orders@cafe-marigold.example',
    phone: '(555) 010-0301',
    address: '3 Market Square, Millbrook',
  },
  {
    name: 'The Corner Kitchen',
    email: 'hello@cornerkitchen.example',
    phone: '(555) 010-0302',
    address: '88 Alder Street, Millbrook',
  },
  {
    name: 'Hollis Street School',
    email: 'office@hollis-school.example',
    phone: '(555) 010-0303',
    address: '40 Hollis Street, Millbrook',
  },
  { name: 'Bakery Lindgren', phone: '(555) 010-0304', address: '15 Mill Lane, Oakfield' },
  {
    name: 'Parkview Guesthouse',
    email: 'stay@parkview-guesthouse.example',
    phone: '(555) 010-0305',
    address: '2 Park View, Millbrook',
  },
  {
    name: 'Riverside Yoga',
    email: 'hi@riverside-yoga.example',
    address: '7 Canal Row, Harborview',
  },
  {
    name: 'Lumen Architects',
    email: 'office@lumen-architects.example',
    phone: '(555) 010-0307',
    address: '51 Foundry Lane, Millbrook',
  },
]

const people = `Ada Whitfield, Marcus Bell, Ingrid Solberg, Rafael Ortiz, Mei Tanaka, Oliver Hart,
  Zainab Yusuf, Henrik Dahl, Clara Novak, Desmond Price, Lucia Ferrari, Amir Haddad,
  Beatrix Holloway, Jonas Keller, Naomi Adeyemi, Patrick O'Shea, Sofia Petrova, Leon Fischer,
  Grace Kim, Theo Laurent, Hannah Weiss, Mateo Silva, Elif Demir, William Archer, Yuki Mori,
  Farah Rahimi, Simon Vance, Anneke de Vries, Carlos Mendes, Ruth Abrams, Viktor Horvat,
  Chloe Bennett, Emeka Nwosu, Isla Mackenzie, Daniel Roth, Paola Ricci, Arjun Mehta, Freya Lund,
  George Pappas, Leila Mansour, Edwin Clarke, Marta Kowalska, Noah Sinclair, Aisha Bello,
  Julien Moreau, Teresa Vidal, Peter Lang, Rosa Jimenez, Hugo Lindholm, Miriam Katz, Adrian Cole,
  Nadia Rossi, Felix Baumann, Joan Whitaker, Kenji Sato, Olga Marin, Stefan Ilic, Maya Fonseca,
  Bruno Costa, Eva Lindstrom, Walter Greene, Salma Idris, Toby Marsh, Helena Vogel, Ivan Petrov,
  Gloria Reyes, Anders Holm, Cecile Dubois, Mustafa Kaya, Rebecca Stone, Nils Berger, Diana Cruz`

const streets = [
  'Alder Street',
  'Mill Lane',
  'Hollis Street',
  'Canal Row',
  'Park View',
  'Elm Street',
]

/** Not every customer has an e-mail address, a phone number or an address. */
function toPerson(name: string, index: number): ContactDraft {
  const street = streets[index % streets.length] ?? ''
  const mailbox = name.toLowerCase().replaceAll("'", '').replaceAll(' ', '.')
  return {
    name,
    ...(index % 4 === 3 ? {} : { email: `${mailbox}@mail.example` }),
    ...(index % 3 === 2 ? {} : { phone: `(555) 010-${1000 + index * 37}` }),
    ...(index % 5 < 2 ? {} : { address: `${3 + ((index * 17) % 120)} ${street}, Millbrook` }),
  }
}

const walkInId = 1
export const businessIds = businesses.map((_, index) => walkInId + 1 + index)
export const customers = [
  walkIn,
  ...businesses,
  ...people.split(',').map((name, index) => toPerson(name.trim(), index)),
]

const walkInShare = 0.6
const businessShare = 0.05

/** Per kind of customer: chance and percentage of a discount, chance and fee of a delivery. */
const habits = {
  walkIn: { discounted: 0.03, percent: 5, delivered: 0, fee: 0 },
  regular: { discounted: 0.12, percent: 5, delivered: 0.08, fee: 9.5 },
  business: { discounted: 0.9, percent: 10, delivered: 0.7, fee: 6.9 },
}

const remarks = [
  'Gift wrapped',
  'Will collect on Saturday',
  'Paid half in cash, half by card',
  'Receipt by e-mail',
  'Exchange possible until the end of the month',
  'For the staff party',
] as const
const chanceOfRemark = 0.04

/** Picks mostly walk-ins, some regular customers and a few businesses. */
export function pickCustomer({ random, customersKnown }: Demo): number {
  const kind = random.next()
  if (kind < walkInShare) return walkInId
  const lastBusiness = walkInId + businessIds.length
  return kind < walkInShare + businessShare
    ? random.int(walkInId + 1, lastBusiness)
    : random.int(lastBusiness + 1, customersKnown)
}

function kindOf(customerId: number): keyof typeof habits {
  if (customerId === walkInId) return 'walkIn'
  return businessIds.includes(customerId) ? 'business' : 'regular'
}

/** Picks discount, shipping fees and remark by the kind of customer. */
export function pickExtras(
  { buffer, random }: Demo,
  customerId: number,
  lines: readonly DraftLine[],
): Pick<SaleDraft, 'discount' | 'shippingFees' | 'remark'> {
  const { discounted, percent, delivered, fee } = habits[kindOf(customerId)]
  return {
    discount: random.chance(discounted) ? percentOf(buffer, lines, percent) : 0,
    shippingFees: random.chance(delivered) ? fee : 0,
    remark: random.chance(chanceOfRemark) ? random.pick(remarks) : undefined,
  }
}

/** Returns whole cents, because prices are whole dollars. */
function percentOf(buffer: RowBuffer, lines: readonly DraftLine[], percent: number): number {
  const { subtotal } = chargeLines(buffer, lines, 'price')
  return (subtotal * percent) / 100
}
