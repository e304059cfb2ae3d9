import { smallPng } from '#test/support/pictures'
import type { TestShop } from '#test/support/test-shop'
import { type Caller, send, type WriteCase } from './write-cases'

const mia = { name: 'Mia', email: 'mia@stockie.test', role: 3 }

/** Adds the account anew, so that each call has the same effect. */
async function createAccount(api: Caller, shop: TestShop): Promise<string> {
  await removeAccount(api, shop)
  const { status, text, body } = await send(api, shop, 'POST', '/users', mia)
  if (status !== 201) throw new Error(text)
  const { user } = body as { user: { id: number } }
  return `/users/${user.id}`
}

async function removeAccount(api: Caller, shop: TestShop): Promise<void> {
  const { body } = await send(api, shop, 'GET', '/users')
  const present = (body as { id: number; email: string }[]).find(({ email }) => email === mia.email)
  if (present) await send(api, shop, 'DELETE', `/users/${present.id}`)
}

function sendLogo(api: Caller, shop: TestShop) {
  return api.call('/shop/logo', {
    method: 'PUT',
    token: shop.token,
    body: smallPng,
    headers: { 'content-type': 'image/png' },
  })
}

/** The writes that only an owner may do. */
export const ownerWriteCases: WriteCase[] = [
  {
    method: 'POST',
    path: '/users',
    variant: '',
    onRepeat: 'nothing',
    prepare: async (api, shop) => {
      await removeAccount(api, shop)
      return () => send(api, shop, 'POST', '/users', mia)
    },
  },
  {
    method: 'PUT',
    path: '/users/{id}',
    variant: '',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      const path = await createAccount(api, shop)
      return () => send(api, shop, 'PUT', path, { ...mia, name: 'Mia Castellano', role: 2 })
    },
  },
  {
    method: 'DELETE',
    path: '/users/{id}',
    variant: '',
    onRepeat: 'nothing',
    prepare: async (api, shop) => {
      const path = await createAccount(api, shop)
      return () => send(api, shop, 'DELETE', path)
    },
  },
  {
    method: 'PUT',
    path: '/shop',
    variant: '',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      await send(api, shop, 'PUT', '/shop', { secondFactorRequired: false })
      return () => send(api, shop, 'PUT', '/shop', { secondFactorRequired: true })
    },
  },
  {
    method: 'PUT',
    path: '/books',
    variant: '',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      await send(api, shop, 'PUT', '/books', { closedThrough: null })
      return () => send(api, shop, 'PUT', '/books', { closedThrough: '2026-01-31' })
    },
  },
  {
    method: 'PUT',
    path: '/shop/logo',
    variant: '',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      await send(api, shop, 'DELETE', '/shop/logo')
      return () => sendLogo(api, shop)
    },
  },
  {
    method: 'DELETE',
    path: '/shop/logo',
    variant: '',
    onRepeat: 'first',
    prepare: async (api, shop) => {
      await sendLogo(api, shop)
      return () => send(api, shop, 'DELETE', '/shop/logo')
    },
  },
]
