import type { ContactDraft } from '../records'

/** The one who takes the largest share: people who leave no name. */
const walkIn: ContactDraft = { name: 'Walk-in customer' }

/** Cafés and kitchens nearby: they buy more at once, with a discount, and have it brought. */
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

/** Some leave an address for deliveries, some an e-mail for the newsletter, some only their name. */
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

export const walkInId = 1
export const businessIds = businesses.map((_, index) => walkInId + 1 + index)
export const customers = [
  walkIn,
  ...businesses,
  ...people.split(',').map((name, index) => toPerson(name.trim(), index)),
]
