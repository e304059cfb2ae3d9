import { readStored, removeStored, writeStored } from '@/lib/browser-storage'

export const tokenKey = 'token'

export function readToken() {
  return readStored(tokenKey)
}

export function storeToken(token: string) {
  writeStored(tokenKey, token)
}

export function removeToken() {
  removeStored(tokenKey)
}
