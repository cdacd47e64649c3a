/** Runs where the installation has failed, below its output: what most likely failed, and what to do. */
process.stderr.write(`
The installation failed. The error is above.
- If it contains "sqlite3" or "gyp": the database of the playground's n8n could be neither downloaded nor compiled.
  Install a C++ compiler, make and Python 3 (Debian: apt-get install g++ make python3; macOS: xcode-select --install),
  move this folder if its path has a space, and run the same command again.
- If it contains "ENOTFOUND", "ETIMEDOUT" or "ECONNREFUSED": the npm registry cannot be reached.
- If it contains "Unsupported" or "requires": Node.js 20.20 or newer is required; this is ${process.versions.node}.
`);
process.exitCode = 1;
