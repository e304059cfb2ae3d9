// Loaded into Stockie before it starts. The tests hold the other end of its standard input: when
// they let go of it, or are killed, Stockie is asked to end, on Windows too.
process.stdin.resume().once('end', () => process.emit('SIGTERM', 'SIGTERM'))
