import { otherWay, setUpFarCalls, testFarPages } from './farCalls.ts'

setUpFarCalls()

// Those of `farPages.test.ts` turned round.
testFarPages(otherWay)
