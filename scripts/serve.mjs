/**
 * The club as it was built, by whatever Node this is: for services and containers, whose code came whole and is only read.
 * Unlike `npm start` it neither installs, nor builds, nor looks whether it should.
 */
import { become, beFrugal, CLUB } from './runtime.mjs'

beFrugal()
process.env.NODE_ENV = 'production'
await become(process.execPath, CLUB)
