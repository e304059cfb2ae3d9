import { readStored, removeStored, store } from './storage'

export const tokenKey = 'token'

export function readToken() {
  return readStored(tokenKey)
}

export function storeToken(token: string) {
  store(tokenKey, token)
}

export function removeToken() {
  removeStored(tokenKey)
}
