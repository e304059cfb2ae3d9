// Loaded into Stockie before it starts. The tests hold the other end of its standard input. When they
// close it or are killed, Stockie shuts down, on Windows too.
process.stdin.resume().once('end', () => process.emit('SIGTERM', 'SIGTERM'))
