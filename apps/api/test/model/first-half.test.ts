import { playHalf } from './play-half'

playHalf()
