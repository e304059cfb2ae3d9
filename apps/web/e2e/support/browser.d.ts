declare module '*/browser.mjs' {
  export function findBrowser(): Promise<string>
}
