import './portal.css'
import { keepAppearance } from './appearance.ts'
import { keepDrafts } from './drafts.ts'
import { forgetFaults, hideBrokenLogo } from './field-errors.ts'
import { liveList } from './live-filters.ts'
import { reactInPlace } from './reactions.ts'
import { replyInPlace } from './replies.ts'
import { similarWhileTyping } from './similar-requests.ts'
import { voteInPlace } from './votes.ts'

// Every page works without what is begun here; each part looks for what it is for.
document.documentElement.classList.add('has-script')
voteInPlace()
reactInPlace()
liveList()
keepAppearance()
keepDrafts()
similarWhileTyping()
replyInPlace()
forgetFaults()
hideBrokenLogo()
