// What a screen fetches when it is first shown is here before any test: a file that ended in the middle of
// such a fetch would leave it failed for the files after it.
const parts = import.meta.glob([
  '../features/**/*-page.tsx',
  '../features/login/check-login.ts',
  '../features/dashboard/daily-chart.tsx',
  '../app/shell/shell.tsx',
  '../components/ui/{calendar,sonner}.tsx',
])
await Promise.all(Object.values(parts).map((load) => load()))
