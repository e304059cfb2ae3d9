import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { longestPause } from '@/components/scanner/use-scanner-bursts'
import { delayAnswer, ok, refuse } from '@/test/api-stub'
import { createScreen, lamp, openCreateSales, vase } from '@/test/screens/create-sales-screen'

const codedLamp = { ...lamp, code: '4006381333931' }
const codedVase = { ...vase, name: 'Vase 12', code: 'VASE-1' }
const upcMug = { ...vase, id: 9, name: 'Mug', code: '036000291452' }

async function openTill(answers: Parameters<typeof openCreateSales>[0] = {}) {
  const opened = await openCreateSales({
    'GET /products': ok([codedLamp, codedVase, upcMug]),
    'GET /categories': ok([{ id: 1, name: 'Home' }]),
    ...answers,
  })
  // The products have loaded.
  await waitFor(() => expect(screen.queryByText('Loading products...')).toBeNull())
  const search = createScreen.search() as HTMLInputElement
  const scan = (text: string) =>
    opened.user.type(search, `${text}{Enter}`, {
      initialSelectionStart: 0,
      initialSelectionEnd: search.value.length,
    })
  return { ...opened, search, scan }
}

const notice = () => screen.queryByText(/^No product has the code/)
const selectedText = ({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0)

test('Enter adds the product whose code was typed, each time one more, and keeps the focus', async () => {
  const { search, scan } = await openTill()
  for (const count of ['1', '2']) {
    await scan('4006381333931')
    expect(createScreen.quantity('Lamp').value).toBe(count)
    expect(search.value).toBe('')
    expect(document.activeElement).toBe(search)
  }
  await scan(' vase-1 ')
  expect(createScreen.quantity('Vase 12').value).toBe('1')
  // A UPC-A with the leading 0 of an EAN-13.
  await scan('0036000291452')
  expect(createScreen.quantity('Mug').value).toBe('1')
  expect(notice()).toBeNull()
})

test('a code that equals the text wins over a name that contains it', async () => {
  const { scan } = await openTill({
    'GET /products': ok([codedVase, { ...codedLamp, code: '12' }]),
  })
  await scan('12')
  expect(createScreen.quantity('Lamp').value).toBe('1')
  expect(screen.queryByRole('spinbutton', { name: 'Quantity of Vase 12' })).toBeNull()
})

test('an unknown code is named beside the field, stays selected and adds nothing @long', async () => {
  const { user, search, scan } = await openTill()
  await scan('40063')
  // It begins the code of the lamp, whose option was never shown.
  expect(notice()?.textContent).toBe('No product has the code "40063".')
  expect(search.getAttribute('aria-describedby')).toBe(notice()?.id)
  expect(selectedText(search)).toBe('40063')
  expect(screen.queryByRole('spinbutton')).toBeNull()
  // A second scan replaces the selected text, also if the list has appeared meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 350))
  await user.keyboard('{Enter}')
  await user.keyboard('40063{Enter}')
  expect(notice()).not.toBeNull()
  expect(screen.queryByRole('spinbutton')).toBeNull()
  await user.keyboard('4006381333931{Enter}')
  expect(notice()).toBeNull()
  expect(createScreen.quantity('Lamp').value).toBe('1')
})

test('an unknown code is the only text about a search that finds nothing @long', async () => {
  const { user, search, scan } = await openTill()
  await user.type(search, 'NEW-1')
  expect(await screen.findByText('No items found')).toBeTruthy()
  await scan('')
  expect(notice()?.textContent).toBe('No product has the code "NEW-1".')
  expect(screen.queryByText('No items found')).toBeNull()
  await user.keyboard('NEW-2')
  expect(await screen.findByText('No items found')).toBeTruthy()
  expect(notice()).toBeNull()
})

test('a product whose code begins with the text can be chosen from the list @long', async () => {
  const { user, search } = await openTill()
  await user.type(search, '40063')
  await screen.findByRole('option', { name: /Lamp/ })
  await user.keyboard('{Enter}')
  expect(createScreen.quantity('Lamp').value).toBe('1')
  await user.type(search, '40063')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(createScreen.quantity('Lamp').value).toBe('2')
})

test('a text that can be no code only finds nothing', async () => {
  const { scan } = await openTill()
  await scan('Größe')
  expect(await screen.findByText('No items found')).toBeTruthy()
  expect(notice()).toBeNull()
})

test('a text is called an unknown code once the products are loaded', async () => {
  const load = delayAnswer(ok([codedLamp]))
  const { user } = await openCreateSales({ 'GET /products': load.answer })
  await user.type(createScreen.search(), 'VASE-1{Enter}')
  expect(await screen.findByText('Loading products...')).toBeTruthy()
  expect(notice()).toBeNull()
  load.release()
  await waitFor(() => expect(notice()?.textContent).toBe('No product has the code "VASE-1".'))
})

test('Add product opens the form with the unknown code, and adds the saved product to the sale @long', async () => {
  let rows = [codedLamp]
  let isRead = () => {}
  const read = new Promise<void>((resolve) => (isRead = resolve))
  const bowl = { ...lamp, id: 12, name: 'Bowl', code: 'NEW-1' }
  const { user, search, scan } = await openTill({
    'GET /products': async () => {
      if (rows.length > 1) await read
      return ok(rows)()
    },
    'POST /products': () => {
      rows = [codedLamp, bowl]
      return ok(bowl)()
    },
  })
  await scan('NEW-1')
  await user.click(screen.getByRole('button', { name: 'Add product' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }))
  expect(dialog.getByLabelText('Code')).toHaveProperty('value', 'NEW-1')
  await user.type(dialog.getByLabelText('Name'), 'Bowl')
  await user.selectOptions(await dialog.findByLabelText('Category'), 'Home')
  await user.type(dialog.getByLabelText('Cost'), '15')
  await user.type(dialog.getByLabelText('Price'), '20')
  await user.type(dialog.getByLabelText('Stock'), '3')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // At once, and not as a deleted product, although the list does not have it yet.
  expect(createScreen.quantity('Bowl').value).toBe('1')
  expect(screen.queryByText('This product was deleted.')).toBeNull()
  // The dialog gives the focus back some time after it has closed. Without a pause, all keys since then are one code.
  await waitFor(() => expect(document.activeElement).toBe(search))
  await new Promise((resolve) => setTimeout(resolve, 2 * longestPause))
  await scan('NEW-1')
  await waitFor(() => expect(createScreen.quantity('Bowl').value).toBe('2'))
  isRead()
  await waitFor(() => expect(screen.queryByText('This product was deleted.')).toBeNull())
  expect(search.value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(search))
})

test('Escape closes an untouched form of a new product at once and returns to the search', async () => {
  const { user, search, scan } = await openTill()
  await scan('NEW-1')
  await user.click(screen.getByRole('button', { name: 'Add product' }))
  await screen.findByRole('dialog', { name: 'Add Product' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(search)
  expect(notice()).not.toBeNull()
})

test('what was typed for a code returns after a reload with this code alone @long', async () => {
  async function openForm(code: string) {
    cleanup()
    const { user, scan } = await openTill()
    await scan(code)
    await user.click(screen.getByRole('button', { name: 'Add product' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }))
    expect(dialog.getByLabelText('Code')).toHaveProperty('value', code)
    return { user, name: dialog.getByLabelText('Name') }
  }
  const first = await openForm('NEW-1')
  await first.user.type(first.name, 'Bowl')
  expect((await openForm('NEW-2')).name).toHaveProperty('value', '')
  expect((await openForm('NEW-1')).name).toHaveProperty('value', 'Bowl')
})

test('a code that another product has is refused at the field @long', async () => {
  const message = 'This code belongs to "Vase".'
  const { user, scan } = await openTill({
    'POST /products': refuse(422, { detail: message, errors: [{ path: 'code', message }] }),
  })
  await scan('NEW-1')
  await user.click(screen.getByRole('button', { name: 'Add product' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Product' }))
  for (const [label, text] of [
    ['Name', 'Bowl'],
    ['Cost', '15'],
    ['Price', '20'],
    ['Stock', '3'],
  ] as const) {
    await user.type(dialog.getByLabelText(label), text)
  }
  await user.selectOptions(await dialog.findByLabelText('Category'), 'Home')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const code = dialog.getByLabelText('Code')
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(dialog.getAllByText(message, { exact: false }).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(code)
})
