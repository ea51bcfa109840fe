Events lost are counted for each CPU, and nothing is complete before the last loss.

== on both CPUs
trace
cpu 0 softirq
at 2000
lost 7
ip_rcv;
cpu 1 softirq
at 3000
lost 5
ip_rcv;

packets
none
lost: 12 of 4 events until 3010, complete since 3000

== nobody counted them
trace
cpu 0 softirq
lost ?
ip_rcv;

packets
none
lost: 0 and more of 2 events until 1010, complete since 1000
