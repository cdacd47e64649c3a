/** Repeated requests go out at once: thousands of mutants would wait for them. */
require('../../test/support/withoutPauses').withoutPauses();
