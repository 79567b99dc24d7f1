import './portal.css'
import { keepAppearance } from './appearance.ts'
import { keepDrafts } from './drafts.ts'
import { forgetFaults, hideBrokenLogo } from './faults.ts'
import { liveList } from './live-list.ts'
import { reactInPlace } from './reactions.ts'
import { replyInPlace } from './reply.ts'
import { similarWhileTyping } from './similar.ts'
import { voteInPlace } from './vote.ts'

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
