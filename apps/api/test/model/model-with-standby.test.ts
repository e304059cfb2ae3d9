import { playSequencesWithStandby } from './sequence-player'

playSequencesWithStandby()
