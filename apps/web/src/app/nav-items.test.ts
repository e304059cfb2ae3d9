import { expect, test } from 'vitest'

import { isCurrentItem, navItems } from './nav-items'

// @holds spec 2.16-2.25
test('the navigation lists every item of the specification with its path', () => {
  const listed = navItems.flatMap((item) =>
    'path' in item
      ? [[item.title, item.path]]
      : item.items.map(({ title, path }) => [`${item.title} > ${title}`, path]),
  )
  expect(listed).toEqual([
    ['Dashboard', '/dashboard'],
    ['Products > All Products', '/product'],
    ['Products > Category', '/category'],
    ['Sales', '/sales'],
    ['Purchases', '/purchase'],
    ['Users > Customers', '/customer'],
    ['Users > Suppliers', '/supplier'],
    ['Users > Users', '/user'],
    ['Expenses > All Expenses', '/expense'],
    ['Expenses > Category', '/expense-category'],
  ])
})

test.each([
  ['/dashboard', '/', true],
  ['/dashboard', '/dashboard', true],
  ['/sales', '/sales', true],
  ['/sales', '/sales/create', true],
  ['/sales', '/', false],
  ['/expense', '/expense-category', false],
])('isCurrentItem of %s on page %s is %s', (item, pathname, expected) => {
  expect(isCurrentItem(item, pathname)).toBe(expected)
})
