import { playHalfOfSequences } from './sequence-player'

playHalfOfSequences()
