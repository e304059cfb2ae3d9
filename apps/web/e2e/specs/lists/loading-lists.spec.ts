import { expect, test } from '../../support/fixtures'
import { holdResponses } from '../../support/held-responses'

test.use({ as: 'owner' })

const customersCall = /\/api\/v1\/customers(\?|$)/

test('a list shows its counts only when it is loaded, and its pager keeps its place', async ({
  page,
}) => {
  await page.route(customersCall, (route) => route.fulfill({ json: [] }))
  const release = await holdResponses(page, customersCall)
  await page.goto('/customer')
  await expect(page.getByText('Loading customers...')).toBeVisible()
  const counts = ['0 of 0 row(s) selected.', 'Page 1 of 1'].map((text) => page.getByText(text))
  for (const count of counts) await expect(count).toBeHidden()
  const pager = page.getByLabel('Rows per page')
  const before = await pager.boundingBox()
  release()
  for (const count of counts) await expect(count).toBeVisible()
  expect(await pager.boundingBox()).toEqual(before)
})
