/**
 * Loaded into n8n before anything else (`node --require`). The channel to the playground breaks when the playground
 * ends, however it ends; n8n then stops as if asked to, so that none is ever left behind.
 */
process.once('disconnect', () => {
	process.kill(process.pid, 'SIGTERM');
});
// Listening must not keep n8n alive when it wants to end.
process.channel?.unref();
