import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { prepareApp, Start } from '@/app/start'
import { followOtherTabs, startSession } from '@/lib/session'
import { followTheme } from '@/lib/theme'
import { readToken } from '@/lib/token'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

followTheme()
followOtherTabs()
void startSession()
// Whoever is signed in will want it: it comes while the session is being checked.
if (readToken() !== null) prepareApp()

const page = (
  <StrictMode>
    <Start path={window.location.pathname} />
  </StrictMode>
)
// The login page is there already: index.html has shown it as the build has drawn it.
if (root.hasChildNodes()) hydrateRoot(root, page)
else createRoot(root).render(page)
